import { kindOf } from './kinds.ts'
import type { LoadedDefinition } from './load.ts'
import { checkSource, type Issue, type Problem } from './source.ts'

/** What is wrong with one definition and its files, whatever the others say. */
export function checkBody(definition: LoadedDefinition): Problem[] {
  const { kind, body, file, source } = definition
  const { check, schemaOf } = kindOf(kind)
  const schema = schemaOf?.(body)
  return [
    ...locate(definition, check?.(body) ?? []),
    ...(schema ? checkSource(file, source, schema).problems : []),
    ...checkAttachments(definition),
  ]
}

function checkAttachments({ kind, attachments, attached }: LoadedDefinition): Problem[] {
  return Object.entries(kindOf(kind).attachments ?? {}).flatMap(([key, { check }]) => {
    const [file = '', content] = [attached[key], attachments[key]]
    const problems = content ? check?.(content.toString('utf8')) : undefined
    return problems?.map((problem) => ({ file, column: 1, ...problem })) ?? []
  })
}

/** Issues with their places in the file. */
export const locate = (
  { file, source }: Pick<LoadedDefinition, 'file' | 'source'>,
  issues: readonly Issue[],
): Problem[] =>
  issues.map(({ path, onKey, ...found }) => ({
    file,
    ...(onKey === undefined ? source.location(path) : source.keyLocation(path, onKey)),
    ...found,
  }))
