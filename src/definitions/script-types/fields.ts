import { describeField } from '../../fields/metadata.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { type FieldDefinition, toFields } from '../field.ts'

export type Described = Pick<
  ReturnType<typeof describeField>,
  'code' | 'type' | 'single' | 'data' | 'defaultValue'
>
export type Address = { namespace: string; code: string }

export const describe = (fields: Record<string, FieldDefinition>): Described[] =>
  toFields(fields).map((field) => describeField(field, fieldTypeOf(field.type)))

/** `crm` and `orders` → `crm_orders`: codes have no other characters. */
export const nameOf = ({ namespace, code }: Address): string =>
  `${namespace}_${code}`.replaceAll(/\W/g, '_')

const TIMES: Record<string, string> = { datetime: 'Datetime', date: 'TDate', time: 'TTime' }

const PLAIN: Record<string, string> = {
  STRING: 'string',
  LINK: 'string',
  INTEGER: 'number',
  FLOAT: 'number',
  BOOLEAN: 'boolean',
  MONEY: 'Money',
  FULL_NAME: 'FullName',
}

/** Those that hold one value or several. */
const LISTED: Record<string, (data: Described['data']) => string> = {
  SYS_USER: () => 'User',
  FILE: () => 'FileReference',
  IMAGE: () => 'FileReference',
  PHONE: () => 'Phone',
  EMAIL: () => 'Email',
  ACCOUNT: () => 'Account',
  REF_ITEM: () => 'Reference<any>',
  SYS_COLLECTION: (data) =>
    `Reference<${nameOf({ namespace: String(data.namespace), code: String(data.code) })}>`,
  CATEGORY: ({ enumItems }) =>
    `Enum<${(enumItems as { code: string }[]).map(({ code }) => JSON.stringify(code)).join(' | ') || 'never'}>`,
}

export function typeOf({ type, single, data }: Described): string {
  const listed = LISTED[type]
  if (listed) {
    const isOne = type === 'CATEGORY' ? data.multiple === false : single
    return isOne ? listed(data) : `${listed(data)}[]`
  }
  if (type === 'DATETIME') return TIMES[String(data.kind)] ?? 'Datetime'
  if (type === 'TABLE') return `Table<{ ${rowsOf(data.fields as Described[]).join('; ')} }>`
  return PLAIN[type] ?? 'any'
}

export const rowsOf = (fields: readonly Described[]): string[] =>
  fields.map((field) => `${field.code}?: ${typeOf(field)}`)

export const interfaceOf = (
  name: string,
  fields: readonly Described[],
  more: string[] = [],
): string =>
  [`interface ${name} {`, ...[...more, ...rowsOf(fields)].map((row) => `  ${row}`), '}'].join('\n')

/** Values that may be set; one with a default is always there. */
export const parametersOf = (name: string, fields: Record<string, FieldDefinition>): string =>
  interfaceOf(
    name,
    [],
    describe(fields).map(
      (field) => `${field.code}${field.defaultValue === null ? '?' : ''}: ${typeOf(field)}`,
    ),
  )
