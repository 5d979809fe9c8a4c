import { z } from 'zod'
import { isStorable } from '../lib/storable.ts'
import { type Sql, sql } from '../platform/db/sql.ts'
import { jsonIn, listOf, partsOf, StorableText } from './checks.ts'
import type { Columns, Conversion, Facet } from './field-type.ts'
import { texts } from './kinds/sets.ts'

/** What phones, e-mail addresses and accounts have in common: lists of small objects. */

export const ContactType = StorableText.max(50).default('work')

const LONGEST = 320
const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)

/** No control characters: a line break keeps the members of the searched text apart. */
export const ContactText = StorableText.max(LONGEST).refine(
  (text) => !hasControls(text),
  'expected text without line breaks and control characters',
)

/** What `ContactText` would take. */
const isContactText = (text: string): boolean =>
  text.length <= LONGEST && !hasControls(text) && isStorable(text)

export const contactSettings = {
  single: z.boolean().default(false).describe('one value only'),
}

type Contact = Record<string, unknown>

type Kinds<Value extends Contact> = {
  schema: z.ZodType<Value>
  what: string
  /** The key that people search by. */
  key: string & keyof Value
  keys: string[]
  /** What the schema makes of a text alone, for those that make little of it. */
  ofText?(text: string): Value
  /** The form in which it is searched. */
  searched?: { of(text: string): string; sql(text: Sql): Sql }
}

export function contactsOf<Value extends Contact>(kinds: Kinds<Value>) {
  const { schema, what, key, keys, ofText, searched } = kinds
  const textOf = (contact: Value) => {
    const text = String(contact[key])
    return searched ? searched.of(text) : text
  }
  const part = (name: string): Facet => ({
    kind: texts,
    sql: (column) => valuesOf(column, sql`c ->> ${name}::text`),
    of: (value) => (value as Value[]).map((contact) => String(contact[name] ?? '')),
  })
  const whole: Facet = {
    kind: { ...texts, expected: `text, ${what}` },
    sql: (column) => {
      const text = sql`c ->> ${key}::text`
      return valuesOf(column, searched ? searched.sql(text) : text)
    },
    text: (column) => column('$text'),
    of: (value) => (value as Value[]).map(textOf),
    ...(searched && {
      literal: (value: unknown) =>
        typeof value === 'string' ? texts.literal(searched.of(value)) : undefined,
      searched: searched.of,
    }),
  }
  return {
    columns: () => [
      { suffix: '' as const, type: 'jsonb' },
      { suffix: '$text' as const, type: 'text' },
    ],
    value: ({ single }: { single: boolean }) =>
      z.preprocess(withoutBlanks(key), listOf(schema, { what, single })),
    write: (contacts: Value[]) => [JSON.stringify(contacts), contacts.map(textOf).join('\n')],
    read: (column: Columns) => column(''),
    facets: () => ({ ...Object.fromEntries(keys.map((name) => [name, part(name)])), '': whole }),
    index: (column: Columns) => trigrams(column),
    searchIndex: (column: Columns) => trigrams(column),
    cell: (cell: string) => {
      const value = jsonIn(cell)
      if (value !== undefined) return { value }
      const [first = '', ...others] = partsOf(cell)
      if (ofText && first !== '' && others.length === 0 && isContactText(first)) {
        return { value: [ofText(first)], isChecked: true }
      }
      return { value: partsOf(cell).map((text) => ({ [key]: text })) }
    },
    /** JSON where there is more than what people search by. */
    cellText: (column: Columns) => sql`case when exists (
      select from jsonb_array_elements(${column('')}) c
      where c ->> 'type' <> 'work' or c ->> 'ext' <> '' or c ->> ${key}::text ~ '[;\\n]')
      then ${column('')}::text
      else array_to_string(${valuesOf(column, sql`c ->> ${key}::text`)}, '; ') end`,
    asText: (column: Columns) =>
      sql`nullif(array_to_string(${valuesOf(column, sql`c ->> ${key}::text`)}, '; '), '')`,
  }
}

const trigrams = (column: Columns) => ({
  method: 'gin' as const,
  expression: sql`${column('$text')} gin_trgm_ops`,
})

const valuesOf = (column: Columns, text: Sql) =>
  sql`array(select ${text} from jsonb_array_elements(${column('')}) c)`

/** Forms send empty lines, which are ignored. */
const withoutBlanks = (key: string) => (value: unknown) =>
  Array.isArray(value) ? value.filter((contact) => contact?.[key] !== '') : value

export const onlyOne: Conversion<{ single: boolean }> = {
  fits: (old, { to }) =>
    sql`coalesce(not ${to.single}::boolean or jsonb_array_length(${old('')}) <= 1, true)`,
}
