import { z } from 'zod'
import { invalid } from '../lib/errors.ts'
import { isStorable, UNSTORABLE } from '../lib/storable.ts'
import { translatable } from '../lib/translations.ts'
import { raw, type Sql, sql } from '../platform/db/sql.ts'
import { describe, listOf, partsOf } from './checks.ts'
import { type Facet, fieldType } from './field-type.ts'
import { onlyOf, onlyText, texts } from './kinds/sets.ts'
import { oneOf, whole } from './table-filters.ts'

export type Options = Record<string, string>

const MOST = 1000

const OptionCode = z
  .string()
  .regex(
    /^[^\s;,](?:[^;,\n]{0,98}[^\s;,])?$/u,
    'a code has 1 to 100 characters without ";" and ","',
  )
  .refine(isStorable, UNSTORABLE)

const Options = z
  .record(OptionCode, translatable(z.string().trim().min(1).max(500).refine(isStorable)))
  .refine((options) => Object.keys(options).length <= MOST, `at most ${MOST} options`)
  .describe('code to name, in the order people see them')

type Chosen = { code: string; name: string }

/** A code, or an object with it; the name in the object is ignored. */
const Choice = (options: Options) =>
  z.unknown().transform((value, context): Chosen => {
    const code = codeOf(value)
    if (code !== undefined && Object.hasOwn(options, code))
      return { code, name: options[code] ?? '' }
    context.addIssue({ code: 'custom', message: unknownOption(options, code ?? value) })
    return z.NEVER
  })

const codeOf = (value: unknown): string | undefined => {
  const code = typeof value === 'object' ? (value as { code?: unknown } | null)?.code : value
  return typeof code === 'string' ? code : undefined
}

function unknownOption(options: Options, value: unknown): string {
  const codes = Object.keys(options)
  const known = codes.slice(0, 10).join(', ') + (codes.length > 10 ? ', …' : '')
  const came = typeof value === 'string' ? `"${value.slice(0, 50)}"` : describe(value)
  return `expected an option {"code"} of ${known}, received ${came}`
}

const facet: Facet = {
  kind: { ...texts, expected: 'the code of an option' },
  sql: (column) => column(''),
  of: (value) => (value as Chosen[]).map(({ code }) => code),
  literal: (value) => {
    const [only = value, ...others] = Array.isArray(value) ? value : []
    const code = others.length === 0 ? codeOf(only) : undefined
    return code === undefined ? undefined : texts.literal(code)
  },
}

const onlyFacet: Facet = { ...facet, kind: { ...onlyText, expected: facet.kind.expected } }

const facetOf = ({ multiple }: { multiple: boolean }): Facet => (multiple ? facet : onlyFacet)

/** Names come from the definition, so a renamed option shows its new name immediately. */
const named = (options: Options) => sql`${JSON.stringify(options)}::jsonb`

/** The value of each option when it is the only one chosen: most are, and a look-up is cheap. */
const chosenAlone = (options: Options) => {
  const values = Object.entries(options).map(([code, name]) => [code, [{ code, name }]])
  return sql`${JSON.stringify(Object.fromEntries(values))}::jsonb`
}

const members = (codes: Sql) => sql`unnest(${codes}) with ordinality as member(code, place)`

export const categoryType = fieldType({
  type: 'CATEGORY',
  settings: {
    options: Options,
    multiple: z.boolean().default(false).describe('several options at once'),
    renamedOptions: z
      .record(OptionCode, OptionCode)
      .optional()
      .describe('code of an option to the one it had before: chosen options stay chosen'),
  },
  data: ({ options, multiple }) => ({
    enumItems: Object.entries(options).map(([code, name]) => ({ code, name })),
    multiple,
  }),
  columns: () => [{ suffix: '', type: 'text[]' }],
  value: ({ options, multiple }) =>
    listOf(Choice(options), { what: 'options {"code"}', single: !multiple }),
  write: (chosen) => [chosen.map(({ code }) => code)],
  read: (column, { options }) => {
    const codes = column('')
    const all = sql`(
      select coalesce(json_agg(json_build_object('code', code, 'name', coalesce(${named(options)} ->> code, code))
        order by place), '[]')::jsonb from ${members(codes)})`
    return sql`case when ${codes} is null then null
      else coalesce(case when cardinality(${codes}) = 1 then ${chosenAlone(options)} -> (${codes})[1] end, ${all}) end`
  },
  output: () => z.array(z.object({ code: z.string(), name: z.string() })).nullable(),
  facets: (field) => ({ '': facetOf(field), code: facetOf(field) }),
  tableFilter: (value, field) =>
    oneOf({ path: whole(field), facet: facetOf(field) }, value, { mayBeAlone: true }),
  /** With the list itself in it, options are counted without looking at the items. */
  index: (column, { multiple }) =>
    multiple
      ? { method: 'gin', expression: column('') }
      : { method: 'btree', expression: sql`(${onlyOf(column(''))})`, include: column('') },
  cell: (cell, { options, multiple }) => {
    const parts = multiple ? partsOf(cell) : [cell.trim()]
    return { value: parts.map((part) => ({ code: findOption(options, part) })) }
  },
  /** Names, unless a cell could not be taken apart again or two options have the same one. */
  cellText: (column, { options }) => {
    const names = Object.values(options).map((each) => each.toLowerCase())
    const codes = Object.keys(options).map((code) => code.toLowerCase())
    const isClear =
      new Set(names).size === names.length &&
      names.every(
        (each, at) => !/[;\n]/.test(each) && !codes.some((code, of) => code === each && of !== at),
      )
    return isClear
      ? sql`(select string_agg(coalesce(${named(options)} ->> code, code), '; ' order by place)
          from ${members(column(''))})`
      : sql`array_to_string(${column('')}, '; ')`
  },
  asText: (column, { options }) => sql`(
    select string_agg(coalesce(${named(options)} ->> code, code), '; ' order by place)
    from ${members(column(''))})`,
  readCell: (json, { options }) => sql`case when jsonb_typeof(${json}) = 'array' then (
    select coalesce(jsonb_agg(member || jsonb_build_object('name',
      coalesce(${named(options)} ->> (member ->> 'code'), member ->> 'code')) order by place), '[]')
    from jsonb_array_elements(${json}) with ordinality as members(member, place)) end`,
  conversions: {
    CATEGORY: {
      using: (old, change) => {
        const renamed = renamedOptions(change)
        return renamed && [withNewCodes(old(''), renamed)]
      },
      fits: (old, change) => {
        const { options, multiple } = change.to
        const renamed = Object.keys(renamedOptions(change) ?? {})
        return sql`coalesce(${old('')} <@ ${[...Object.keys(options), ...renamed]}::text[]
          and (${multiple}::boolean or cardinality(${old('')}) <= 1), true)`
      },
    },
    STRING: {
      using: (old, { to }) => [
        sql`case when btrim(${old('')}) <> '' then array(
          select ${found(to.options)} from ${textParts(old(''), to.multiple)}) end`,
      ],
      fits: (old, { to }) => sql`coalesce(btrim(${old('')}), '') = '' or not exists (
        select from ${textParts(old(''), to.multiple)} where ${found(to.options)} is null)`,
    },
  },
})

type Recoded = { options: Options; renamedOptions?: Record<string, string> | undefined }

/**
 * Old codes to new ones. Where older settings come back, those that are there now say what was renamed.
 */
function renamedOptions(change: { from: unknown; to: Recoded }): Options | undefined {
  const [from, to] = [change.from as Recoded, change.to]
  const pairs = [
    ...Object.entries(to.renamedOptions ?? {}).map(([code, old]) => [old, code] as const),
    ...Object.entries(from.renamedOptions ?? {}),
  ].filter(
    ([old, code]) =>
      Object.hasOwn(to.options, code) &&
      !Object.hasOwn(to.options, old) &&
      // An option that was there already keeps its items to itself.
      !Object.hasOwn(from.options ?? {}, code) &&
      Object.hasOwn(from.options ?? {}, old),
  )
  return pairs.length > 0 ? Object.fromEntries(pairs) : undefined
}

const withNewCodes = (codes: Sql, renamed: Options): Sql => sql`(
  select array_agg(coalesce(${JSON.stringify(renamed)}::jsonb ->> code, code) order by place)
  from ${members(codes)})`

/** Whoever fills in a table knows options by their names. */
function unknownName(options: Options, text: string): string {
  const names = Object.values(options)
  const known = names.slice(0, 10).join(', ') + (names.length > 10 ? ', …' : '')
  return `expected one of ${known}, received "${text.slice(0, 50)}"`
}

function findOption(options: Options, text: string): string {
  if (Object.hasOwn(options, text)) return text
  const wanted = text.toLowerCase()
  const [code] =
    Object.entries(options).find(([key, name]) =>
      [key, name].some((each) => each.toLowerCase() === wanted),
    ) ?? []
  if (code === undefined) throw invalid(unknownName(options, text))
  return code
}

const textParts = (column: Sql, multiple: boolean): Sql => {
  const parts = multiple ? sql`regexp_split_to_array(${column}, '[;\\n]')` : sql`array[${column}]`
  return sql`(select btrim(piece) as part from unnest(${parts}) piece
    where ${multiple ? sql`btrim(piece) <> ''` : raw('true')}) as parts`
}

/** The code that a part of a text names, by the code itself or by either in any case. */
function found(options: Options): Sql {
  const byText = Object.entries(options).flatMap(([code, name]) =>
    [code, name].map((text) => [text.toLowerCase(), code] as const),
  )
  const exact = Object.keys(options).map((code) => [code, code] as const)
  const map = (entries: (readonly [string, string])[]) =>
    sql`${JSON.stringify(Object.fromEntries(entries.reverse()))}::jsonb`
  return sql`coalesce(${map(exact)} ->> part, ${map(byText)} ->> lower(part))`
}
