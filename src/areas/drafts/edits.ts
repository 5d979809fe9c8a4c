import { isUtf8 } from 'node:buffer'
import { editYaml } from '../../definitions/yaml/edit.ts'
import { renderWhole } from '../../definitions/yaml/render.ts'
import { AppError, conflict, invalid, notFound } from '../../lib/errors.ts'
import type { Files } from './files.ts'
import type { Edit } from './operations.ts'
import { type FileRules, requireChange } from './policy.ts'

/** The files after the edits; all of them or an error that names the edit. */
export function applyEdits(files: Files, edits: readonly Edit[], rules: FileRules): Files {
  const result = new Map(files)
  for (const [at, edit] of edits.entries()) {
    requireChange(rules, edit.file)
    if (edit.op === 'rename') requireChange(rules, edit.to)
    try {
      applyEdit(result, edit)
    } catch (error) {
      throw at === 0 && edits.length === 1 ? error : numbered(error, at)
    }
  }
  return result
}

function numbered(error: unknown, at: number): unknown {
  if (!(error instanceof AppError)) return error
  const { code, details, message } = error
  return new AppError(code, `edits.${at}: ${message}`, { details, cause: error })
}

function applyEdit(files: Map<string, Buffer>, edit: Edit): void {
  const { file } = edit
  switch (edit.op) {
    case 'create':
      if (files.has(file)) throw conflict(`${file} is already there`)
      files.set(file, edit.value === undefined ? bytesOf(edit) : textOf(edit.value))
      break
    case 'write':
      files.set(file, bytesOf(edit))
      break
    case 'delete':
      getFile(files, file)
      files.delete(file)
      break
    case 'rename':
      if (files.has(edit.to)) throw conflict(`${edit.to} is already there`)
      files.set(edit.to, getFile(files, file))
      files.delete(file)
      break
    default:
      files.set(file, editFile(file, getFile(files, file), edit))
  }
}

const textOf = (value: unknown): Buffer => Buffer.from(renderWhole(value))

function bytesOf({ text, base64 }: { text?: string | undefined; base64?: string | undefined }) {
  if ((text === undefined) === (base64 === undefined)) {
    throw invalid('expected either text or base64')
  }
  return text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text)
}

type KeyEdit = Extract<Edit, { at: unknown }>

function editFile(path: string, content: Buffer, edit: KeyEdit): Buffer {
  if (!path.endsWith('.yaml') || !isUtf8(content)) {
    throw invalid(`${path} is not YAML: write the whole file`)
  }
  const text = content.toString('utf8')
  const edited = editYaml(text, [edit])
  return edited === text ? content : Buffer.from(edited)
}

function getFile(files: Files, path: string): Buffer {
  const found = files.get(path)
  if (!found) throw notFound('file', path)
  return found
}
