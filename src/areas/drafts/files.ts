import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { identify } from '../../definitions/identify.ts'
import { isError, type Problem, type SourceFile } from '../../definitions/source.ts'
import { readValue } from '../../definitions/yaml/tree.ts'
import { isValues } from '../../definitions/yaml/values.ts'
import { inLanguage, translatable } from '../../lib/translations.ts'
import type { DraftFile, DraftProblem, FileState, ListedFile } from './operations.ts'
import type { FileRules } from './policy.ts'
import type { ChangedFile } from './store.ts'

export type Files = ReadonlyMap<string, Buffer>

/** The files of a draft: those of its base, and as they are now. */
export type Content = { base: Files; files: Files }

export function contentOf(base: readonly SourceFile[], changes: readonly ChangedFile[]): Content {
  const before = toMap(base)
  const files = new Map(before)
  for (const { path, content } of changes) {
    if (content) files.set(path, content)
    else files.delete(path)
  }
  return { base: before, files }
}

export const toMap = (files: readonly SourceFile[]): Map<string, Buffer> =>
  new Map(files.map(({ path, content }) => [path, content]))

export const toSources = (files: Files): SourceFile[] =>
  Array.from(files, ([path, content]) => ({ path, content })).sort((one, other) =>
    one.path < other.path ? -1 : 1,
  )

/** How the files differ from the base. */
export function changesOf({ base, files }: Content): ChangedFile[] {
  const removed = [...base.keys()].filter((path) => !files.has(path))
  return [
    ...toSources(files).filter(({ path }) => stateOf({ base, files }, path) !== 'same'),
    ...removed.map((path) => ({ path, content: null })),
  ]
}

export function stateOf({ base, files }: Content, path: string): FileState {
  const [before, now] = [base.get(path), files.get(path)]
  if (!now) return 'removed'
  if (!before) return 'added'
  return before.equals(now) ? 'same' : 'changed'
}

export const listed = (
  content: Content,
  rules: FileRules,
  language: string | undefined,
): ListedFile[] =>
  [...new Set([...content.base.keys(), ...content.files.keys()])]
    .filter(rules.sees)
    .sort()
    .map((path) => {
      const text = content.files.get(path) ?? content.base.get(path)
      const name = nameIn(path, text, language)
      const isReadOnly = !rules.changes(path)
      return {
        ...{ path, ...identify(path), ...(name && { name }) },
        ...{ state: stateOf(content, path), isReadOnly },
      }
    })

/** The code of the solution in its files. */
export function codeIn({ files }: Content): unknown {
  const content = files.get('solution.yaml')
  const value = content && readYaml('solution.yaml', content)
  return isValues(value) ? value.code : undefined
}

const isYaml = (path: string) => path.endsWith('.yaml')

/** The name of what a file defines, in a language if it has several. */
function nameIn(
  path: string,
  content: Buffer | undefined,
  language: string | undefined,
): string | undefined {
  if (!content || !identify(path)) return undefined
  const value = readYaml(path, content)
  const { data } = Name.safeParse(isValues(value) ? value.name : undefined)
  return inLanguage(data, language)
}

const Name = translatable(z.string())

/** Limits YAML aliases, which can expand a value a hundredfold. */
const LARGEST_VALUE = 512 * 1024

function readYaml(path: string, content: Buffer): unknown {
  if (!isYaml(path) || content.length > LARGEST_VALUE || !isUtf8(content)) return undefined
  return readValue(content.toString('utf8'))?.value
}

export function toFile(content: Content, path: string): DraftFile | undefined {
  const found = content.files.get(path)
  if (!found) return undefined
  const value = readYaml(path, found)
  return {
    ...{ path, state: stateOf(content, path) },
    ...(isUtf8(found) ? { text: found.toString('utf8') } : { base64: found.toString('base64') }),
    ...(value !== undefined && { value }),
  }
}

export const toProblem = (problem: Problem): DraftProblem => {
  const { file, at = [], line, column, element, inside, message } = problem
  return {
    ...{ file, line, column, message, severity: isError(problem) ? 'error' : 'warning' },
    at: at.map((key) => (typeof key === 'number' ? key : String(key))),
    ...(element !== undefined && { element }),
    ...(inside !== undefined && { inside }),
  }
}
