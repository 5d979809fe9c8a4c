import { z } from 'zod'
import { type Body, kindOf } from '../../../definitions/kinds.ts'
import type { LoadedDefinition } from '../../../definitions/load.ts'
import type { YamlEdit } from '../../../definitions/yaml/values.ts'
import { FieldCode } from '../../../lib/codes.ts'
import { conflict, invalid, notFound } from '../../../lib/errors.ts'
import { inWords } from '../../../lib/zod-words.ts'
import { type Owner, ownerOf, type Renaming } from './rename-context.ts'

type KeyPath = readonly (string | number)[]
type Raw = Record<string, unknown>

/** The target of a rename, and further changes in its file. */
export type Target = { renaming: Renaming; edits: YamlEdit[] }

type RenameRequest = { definition: LoadedDefinition; at: KeyPath; to: string; published: unknown }

/** Reads which field, variable, column, parameter, status or option a key path means. */
export function readTarget(asked: RenameRequest): Target {
  const { definition, at } = asked
  const [key, code, inner, option] = at
  if (key === 'statuses' && definition.kind === 'app') return statusTarget(asked)
  if (!kindOf(definition.kind).fields?.includes(String(key)) || typeof code !== 'string') {
    throw unnamed(definition)
  }
  if (at.length === 2) return fieldTarget(asked, String(key), code)
  if (at.length === 4 && inner === 'options') {
    return optionTarget(asked, [String(key), code, String(option)])
  }
  throw unnamed(definition)
}

const unnamed = ({ kind }: LoadedDefinition) =>
  invalid(
    `nothing of a ${kind} is renamed there: expected fields, variables, columns, parameters, statuses or options`,
  )

/** Whether stored values use the code and must be renamed. */
const hasValues = (definition: LoadedDefinition): boolean => ownerOf(definition).startsWith('app:')

const rawOf = ({ source }: LoadedDefinition) => source.value as Record<string, Raw>

function fieldTarget(
  { definition, to, published }: RenameRequest,
  key: string,
  from: string,
): Target {
  const fields = rawOf(definition)[key] ?? {}
  requireThere(fields, from)
  requireCode(FieldCode, to, Object.keys(fields), from)
  refusePlain(definition, key, from)
  const what = key === 'parameters' ? 'parameter' : 'field'
  const renaming: Renaming = { what, owner: ownerOf(definition), from, to }
  if (!hasValues(definition)) return { renaming, edits: [] }
  const { renamedFrom = [] } = (fields[from] ?? {}) as { renamedFrom?: string[] }
  const isPublished = Object.hasOwn((published as { fields?: Raw })?.fields ?? {}, from)
  const earlier = [...renamedFrom, ...(isPublished ? [from] : [])].filter((each) => each !== to)
  const at = [key, from, 'renamedFrom']
  const isSame = earlier.length === renamedFrom.length
  return { renaming, edits: isSame ? [] : [{ op: 'set', at, value: earlier }] }
}

/** The columns of a report without groups are the fields of its app. */
function refusePlain({ kind, body }: LoadedDefinition, key: string, code: string): void {
  const { query } = body as Body<'report'>
  const isPlain = query && query.groupBy.length === 0 && Object.keys(query.values).length === 0
  if (kind === 'report' && key === 'columns' && isPlain) {
    throw conflict(`the column "${code}" is a field of ${query.app ?? query.contract}: rename that`)
  }
}

const OptionCode = z.string().regex(/^[^\s;,](?:[^;,\n]{0,98}[^\s;,])?$/u)

function optionTarget(
  { definition, to, published }: RenameRequest,
  [key, field, from]: [string, string, string],
): Target {
  const declared = rawOf(definition)[key]?.[field] as Raw | undefined
  const options = (declared?.options ?? {}) as Raw
  requireThere(options, from)
  requireCode(OptionCode, to, Object.keys(options), from)
  const renaming: Renaming = { what: 'option', owner: ownerOf(definition), field, from, to }
  const before = (published as { fields?: Record<string, { options?: Raw }> })?.fields?.[field]
  const renamed = (declared?.renamedOptions ?? {}) as Record<string, string>
  const { [from]: first, ...others } = renamed
  const old = first ?? (Object.hasOwn(before?.options ?? {}, from) ? from : undefined)
  if (!hasValues(definition) || old === undefined) return { renaming, edits: [] }
  const value = { ...others, ...(old === to ? {} : { [to]: old }) }
  return { renaming, edits: [{ op: 'set', at: [key, field, 'renamedOptions'], value }] }
}

/** Items store the number of a status, so its code is used in definitions only. */
function statusTarget({ definition, at, to }: RenameRequest): Target {
  const { statuses: groups } = definition.body as Body<'app'>
  const [, group, inner, index] = at
  const found = groups[Number(group)]
  const status = found?.statuses[Number(index)]
  const isGroup = at.length === 2
  const named = isGroup ? found : status
  if (!named || !(isGroup || (at.length === 4 && inner === 'statuses'))) {
    throw notFound('status', at.join('.'))
  }
  const taken = isGroup
    ? groups.map(({ code }) => code)
    : groups.flatMap(({ statuses }) => statuses.map(({ code }) => code))
  requireCode(FieldCode, to, taken, named.code)
  const owner: Owner = ownerOf(definition)
  const what = isGroup ? 'statusGroup' : 'status'
  return {
    renaming: { what, owner, from: named.code, to },
    edits: [{ op: 'set', at: [...at, 'code'], value: to }],
  }
}

function requireThere(known: Raw, code: string): void {
  if (!Object.hasOwn(known, code)) throw notFound('code', code)
}

export function requireCode(
  schema: z.ZodType,
  to: string,
  taken: readonly string[],
  from: string,
): void {
  const parsed = schema.safeParse(to, { error: inWords })
  if (!parsed.success) throw invalid(parsed.error.issues[0]?.message ?? `"${to}" is no code`)
  if (to === from) throw invalid(`"${to}" is its code already`)
  if (taken.includes(to)) throw conflict(`the code "${to}" is taken`)
}
