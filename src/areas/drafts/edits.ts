import { isUtf8 } from 'node:buffer'
import { editYaml, MOST_READ, setTogether } from '../../definitions/yaml/edit.ts'
import { renderWhole } from '../../definitions/yaml/render.ts'
import { AppError, conflict, invalid, notFound, tooLarge } from '../../lib/errors.ts'
import { pause } from '../../platform/loops/sleep.ts'
import type { Files } from './files.ts'
import type { Edit } from './operations.ts'
import { type FileRules, requireChange } from './policy.ts'

/** The files after all edits, or an error that names the failing edit. Yields to other work in between. */
export async function applyEdits(
  files: Files,
  edits: readonly Edit[],
  rules: FileRules,
): Promise<Files> {
  const result = new Map(files)
  let read = 0
  for (let at = 0; at < edits.length; ) {
    const edit = edits[at] as Edit
    if ('at' in edit) read += result.get(edit.file)?.length ?? 0
    if (read > MOST_READ) {
      throw tooLarge(
        'so many edits of so large files take too long: send fewer, or write the files',
      )
    }
    if (at > 0) await pause(0)
    requireChange(rules, edit.file)
    if (edit.op === 'rename') requireChange(rules, edit.to)
    try {
      at += setMany(result, edits.slice(at, at + MOST_TOGETHER)) ?? applyOne(result, edit)
    } catch (error) {
      throw at === 0 && edits.length === 1 ? error : numbered(error, at)
    }
  }
  return result
}

/** Runs without yielding. */
const MOST_TOGETHER = 300
const MOST_CHARACTERS = 10_000_000

/** Applies consecutive `set` edits of one file at once; returns how many, or undefined if that is not possible. */
function setMany(files: Map<string, Buffer>, edits: readonly Edit[]): number | undefined {
  const [first] = edits
  const content = first && files.get(first.file)
  if (!content || !isYaml(first.file, content)) return undefined
  const isOther = (edit: Edit) => edit.op !== 'set' || edit.file !== first.file
  const others = edits.findIndex(isOther)
  const most = Math.floor(MOST_CHARACTERS / content.length)
  const count = Math.min(others < 0 ? edits.length : others, most)
  if (count < 2) return undefined
  const text = tried(() =>
    setTogether(content.toString('utf8'), edits.slice(0, count) as KeyEdit[]),
  )
  if (text === undefined) return undefined
  files.set(first.file, requireReadable(first.file, Buffer.from(text)))
  return count
}

/** Undefined on an error: applying the edits one by one then finds which. */
function tried<T>(make: () => T): T | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

const isYaml = (path: string, content: Buffer) => path.endsWith('.yaml') && isUtf8(content)

function numbered(error: unknown, at: number): unknown {
  if (!(error instanceof AppError)) return error
  const { code, details, message } = error
  return new AppError(code, `edits.${at}: ${message}`, { details, cause: error })
}

function applyOne(files: Map<string, Buffer>, edit: Edit): number {
  const { file } = edit
  switch (edit.op) {
    case 'create':
      if (files.has(file)) throw conflict(`${file} is already there`)
      files.set(
        file,
        requireReadable(file, edit.value === undefined ? bytesOf(edit) : textOf(edit.value)),
      )
      break
    case 'write':
      files.set(file, requireReadable(file, bytesOf(edit)))
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
      files.set(file, requireReadable(file, editFile(file, getFile(files, file), edit)))
  }
  return 1
}

const textOf = (value: unknown): Buffer => Buffer.from(renderWhole(value))

/** Definitions are parsed at every save; this is ten times what a thousand fields need. */
const LARGEST_YAML = 512 * 1024

function requireReadable(path: string, content: Buffer): Buffer {
  if (path.endsWith('.yaml') && content.length > LARGEST_YAML) {
    throw tooLarge(`${path} is larger than 512 KiB: apply it from a folder`)
  }
  return content
}

function bytesOf({ text, base64 }: { text?: string | undefined; base64?: string | undefined }) {
  if ((text === undefined) === (base64 === undefined)) {
    throw invalid('expected either text or base64')
  }
  return text === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(text)
}

type KeyEdit = Extract<Edit, { at: unknown }>

function editFile(path: string, content: Buffer, edit: KeyEdit): Buffer {
  if (!isYaml(path, content)) {
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
