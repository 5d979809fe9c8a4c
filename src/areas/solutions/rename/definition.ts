import { type Body, kindOf } from '../../../definitions/kinds.ts'
import type { LoadedDefinition } from '../../../definitions/load.ts'
import { type NameLocation, namesIn } from '../../../definitions/names.ts'
import { splitSql } from '../../../definitions/sql-parameters.ts'
import { parsePath } from '../../../lib/app-path.ts'
import { type Mend, mendFilter } from './filter.ts'
import { ownerOf, type RenameContext, type Renaming } from './rename-context.ts'
import { renameExpression, renameTemplate } from './texts.ts'

/** What a definition says about something that is renamed. */
export type InDefinition = {
  mends: Mend[]
  /** Places that only people can mend. */
  others: { at: (string | number)[]; text: string }[]
  /** Codes that follow: a column that is called as its field. */
  consequences: Renaming[]
}

type Raw = Record<string, unknown>
type Definition = Pick<LoadedDefinition, 'kind' | 'namespace' | 'code' | 'body' | 'source'>
type Reading = { definition: Definition; raw: Raw; context: RenameContext }

export function mendDefinition(definition: Definition, context: RenameContext): InDefinition {
  const raw = definition.source.value as Raw
  const reading = { definition, raw, context }
  const places = namesIn(schemaOf(definition), raw)
  const mends = places.flatMap((place) => mendPlace(place, reading))
  return {
    mends: [...mends, ...mendSqlParameters(reading), ...nameGroupings(reading)],
    others: othersIn(reading),
    consequences: definition.kind === 'report' ? consequencesOf(reading, mends) : [],
  }
}

const schemaOf = ({ kind, body }: Definition) =>
  kindOf(kind).schemaOf?.(body) ?? kindOf(kind).schema

function mendPlace(place: NameLocation, reading: Reading): Mend[] {
  const { at, value, isKey, role } = place
  const { raw, context } = reading
  const { what, owner, from, to } = context.renaming
  const isOf = (expected: string) => expected === owner && value === from
  const mended = [{ at, isKey, before: value, after: to }]
  switch (role) {
    case 'field':
      return what === 'field' && isOf(fieldOwner(place, reading)) ? mended : []
    case 'column':
      return what === 'field' && isOf(reportOwner(reading)) ? mended : []
    case 'parameter':
      return what === 'parameter' && isOf(reportOwner(reading)) ? mended : []
    case 'status':
    case 'statusGroup':
      return what === role && isOf(sourceOwner(reading)) ? mended : []
    case 'statuses':
      return owner === sourceOwner(reading) ? mendStatuses(place, context.renaming) : []
    case 'filter': {
      const scope = context.graph.scopeOf(sourceOwner(reading))
      const inFilter = mendFilter(value, at, { scope, context })
      return [...inFilter, ...mendParameters(value, at, reading)]
    }
    case 'rowFilter': {
      const scope = context.graph.scopeOf(reportOwner(reading))
      return mendFilter(value, at, { scope, context })
    }
    case 'condition': {
      const scope = context.graph.scopeOf(ownerOf(reading.definition))
      if (typeof value !== 'string') return mendFilter(value, at, { scope, context })
      const after = renameExpression(value, scope, context)
      return after === value ? [] : [{ ...place, before: value, after }]
    }
    case 'template': {
      const scope = context.graph.scopeOf(ownerOf(reading.definition))
      const after = renameTemplate(String(value), scope, context)
      return after === value ? [] : [{ ...place, before: value, after }]
    }
    case 'fields':
      return mendDeclaration(at, value as Raw, { ...reading, raw })
  }
}

/** The app or contract that a report or a widget is made of; an app is its own. */
function sourceOwner({ definition, raw }: Reading): string {
  if (definition.kind !== 'report' && definition.kind !== 'widget') return ownerOf(definition)
  const { app, contract } = (raw.query ?? raw.settings ?? {}) as { app?: string; contract?: string }
  return app === undefined ? `contract:${contract}` : `app:${app}`
}

function reportOwner({ definition, raw }: Reading): string {
  if (definition.kind === 'report') return ownerOf(definition)
  return `report:${(raw.settings as { report?: string } | undefined)?.report}`
}

/** A contract has the codes of its own fields as keys, and those of an app as values. */
function fieldOwner({ at, isKey }: NameLocation, reading: Reading): string {
  const isMapping = reading.definition.kind === 'contract' && at[0] === 'apps'
  return isMapping && !isKey ? `app:${at[1]}` : sourceOwner(reading)
}

function mendStatuses({ at, value }: NameLocation, { what, from, to }: Renaming): Mend[] {
  const code = what === 'status' ? from : what === 'statusGroup' ? `${from}/*` : undefined
  const after = what === 'status' ? to : `${to}/*`
  if (value === code) return [{ at, isKey: false, before: value, after }]
  return Array.isArray(value)
    ? value.flatMap((each, index) =>
        each === code ? [{ at: [...at, index], isKey: false, before: each, after }] : [],
      )
    : []
}

/** Where fields, variables, columns and parameters are declared, and the options of a field. */
function mendDeclaration(at: Mend['at'], fields: Raw, { definition, context }: Reading): Mend[] {
  const { what, owner, from, to, field = '' } = context.renaming
  if (owner !== ownerOf(definition)) return []
  const isParameters = at[0] === 'parameters'
  if (what === (isParameters ? 'parameter' : 'field') && Object.hasOwn(fields, from)) {
    return [{ at: [...at, from], isKey: true, before: from, after: to }]
  }
  if (what !== 'option' || !Object.hasOwn(fields, field)) return []
  const { options, default: initial } = fields[field] as { options?: Raw; default?: unknown }
  const own = [...at, field]
  return [
    ...(options && Object.hasOwn(options, from)
      ? [{ at: [...own, 'options', from], isKey: true, before: from, after: to }]
      : []),
    ...mendCodes(initial, [...own, 'default'], context.renaming),
  ]
}

function mendCodes(value: unknown, at: Mend['at'], { from, to }: Renaming): Mend[] {
  if (value === from) return [{ at, isKey: false, before: from, after: to }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'name'
      ? []
      : mendCodes(each, [...at, Array.isArray(value) ? Number(key) : key], {
          from,
          to,
        } as Renaming),
  )
}

/** `{parameter: code}` in the filter of a report. */
function mendParameters(value: unknown, at: Mend['at'], reading: Reading): Mend[] {
  const { what, owner, from, to } = reading.context.renaming
  if (what !== 'parameter' || owner !== reportOwner(reading)) return []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]): Mend[] => {
    const own = [...at, Array.isArray(value) ? Number(key) : key]
    if (key === 'parameter' && each === from)
      return [{ at: own, isKey: false, before: from, after: to }]
    return mendParameters(each, own, reading)
  })
}

function mendSqlParameters(reading: Reading): Mend[] {
  const { definition, raw, context } = reading
  const { what, owner, from, to } = context.renaming
  if (what !== 'parameter' || owner !== ownerOf(definition) || typeof raw.sql !== 'string')
    return []
  const { texts, codes } = splitSql(raw.sql)
  const after = texts.reduce(
    (text, each, at) =>
      text + each + (at < codes.length ? `:${codes[at] === from ? to : codes[at]}` : ''),
    '',
  )
  return after === raw.sql ? [] : [{ at: ['sql'], isKey: false, before: raw.sql, after }]
}

/** SQL reads tables, and templates of numbers are shared by apps. */
function othersIn({ definition, raw, context: { renaming } }: Reading): InDefinition['others'] {
  const { owner, from } = renaming
  const isWord = (text: string) => new RegExp(`(?<![\\w$])${RegExp.escape(from)}(?!\\w)`).test(text)
  const [kind, path = ''] = owner.split(':')
  if (kind !== 'app') return []
  const { namespace, code } = parsePath(path)
  if (typeof raw.sql === 'string') {
    const isRead = new RegExp(`\\bws_${namespace}"?\\s*\\.\\s*"?${code}\\b`, 'i').test(raw.sql)
    return isRead && isWord(raw.sql) ? [{ at: ['sql'], text: 'SQL' }] : []
  }
  const text = definition.kind === 'nomenclature' ? JSON.stringify(raw) : ''
  return renaming.what === 'field' && text.includes(`{$${from}}`)
    ? [{ at: [], text: `{$${from}}` }]
    : []
}

/** A column that shows a field is called as the field, unless it has a name of its own. */
function consequencesOf({ definition, raw, context }: Reading, mends: readonly Mend[]): Renaming[] {
  const { renaming } = context
  const {
    groupBy = [],
    values = {},
    app,
    contract,
  } = (raw.query ?? {}) as {
    groupBy?: unknown[]
    values?: object
    app?: string
    contract?: string
  }
  const isSource = [`app:${app}`, `contract:${contract}`].includes(renaming.owner)
  const { columns } = definition.body as Body<'report'>
  if (!isSource || renaming.what !== 'field' || !Object.hasOwn(columns, renaming.from)) return []
  const isPlain = groupBy.length === 0 && Object.keys(values).length === 0
  const isGrouped = mends.some(
    ({ at }) => at[1] === 'groupBy' && !hasOwnName(groupBy[Number(at[2])]),
  )
  return isPlain || isGrouped
    ? [{ ...renaming, owner: ownerOf(definition), isConsequence: true }]
    : []
}

/** A column that gets a name of its own is no longer called as its field. */
function nameGroupings({ definition, raw, context }: Reading): Mend[] {
  const { what, owner, from, to, isConsequence } = context.renaming
  if (what !== 'field' || owner !== ownerOf(definition) || isConsequence) return []
  const { groupBy = [] } = (raw.query ?? {}) as { groupBy?: unknown[] }
  return groupBy.flatMap((grouping, index): Mend[] => {
    const at = ['query', 'groupBy', index]
    if (grouping === from) {
      return [{ at, isKey: false, before: from, after: { field: from, as: to } }]
    }
    const isIt = (grouping as { field?: unknown }).field === from && !hasOwnName(grouping)
    return isIt ? [{ at: [...at, 'as'], isKey: false, before: from, after: to }] : []
  })
}

const hasOwnName = (grouping: unknown): boolean =>
  typeof grouping === 'object' && grouping !== null && 'as' in grouping
