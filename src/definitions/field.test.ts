import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldTypes } from '../fields/registry.ts'
import { FieldDefinition, Fields, toFields } from './field.ts'

const parse = (field: object) => FieldDefinition.safeParse({ name: 'Field', ...field })
const problem = (field: object) => {
  const [issue] = parse(field).error?.issues ?? []
  return issue && `${issue.path.join('.')}: ${issue.message}`
}

test('every type has a smallest definition', () => {
  const needed: Record<string, object> = {
    CATEGORY: { options: { a: 'A' } },
    MONEY: { currency: 'EUR' },
    SYS_COLLECTION: { app: 'crm/deals' },
    TABLE: { columns: { a: { name: 'A', type: 'STRING' } } },
  }

  for (const { type } of fieldTypes) {
    expect(parse({ type, ...needed[type] }).success, type).toBe(true)
  }
  expect(fieldTypes.map(({ type }) => type)).not.toContain('STATUS')
})

const wrong: [field: object, expected: string][] = [
  [{ type: 'STRING', colour: 'red' }, ': Unrecognized key: "colour"'],
  [{ type: 'STATUS' }, 'type: Invalid discriminator value'],
  [{ type: 'CATEGORY', options: { 'a;b': 'A' } }, 'options.a;b: Invalid key in record'],
  [
    { type: 'MONEY', currency: 'euro' },
    'currency: expected the ISO code of a currency, such as EUR',
  ],
  [{ type: 'SYS_COLLECTION', app: 'deals' }, 'app: expected workspace/app, such as crm/deals'],
  [{ type: 'TABLE', columns: {} }, 'columns: a table has at least one column'],
  [
    { type: 'TABLE', columns: { a: { name: 'A', type: 'TABLE', columns: {} } } },
    'columns.a.type: Invalid discriminator value',
  ],
  [
    { type: 'TABLE', columns: { a: { name: 'A', type: 'STRING', unique: true } } },
    'columns.a: Unrecognized key: "unique"',
  ],
  [
    { type: 'TABLE', columns: { a: { name: 'A', type: 'INTEGER', default: 'one' } } },
    'columns.a.default: expected an integer, received string',
  ],
]

test.each(wrong)('%j is refused', (field, expected) => {
  expect(problem(field)).toContain(expected)
})

test('a default in the wire format is kept', () => {
  const { data } = parse({ type: 'CATEGORY', options: { a: 'A' }, default: [{ code: 'a' }] })

  expect(data).toMatchObject({ default: [{ code: 'a' }], multiple: false })
})

test('fields keep the order in which they are written', () => {
  const fields = Fields.parse({ b: { name: 'B', type: 'STRING' }, a: { name: 'A', type: 'LINK' } })

  expect(toFields(fields).map(({ code, type }) => `${code} ${type}`)).toEqual([
    'b STRING',
    'a LINK',
  ])
})

test('editors get a schema of every type', () => {
  const schema = JSON.stringify(z.toJSONSchema(FieldDefinition, { io: 'input' }))

  for (const { type } of fieldTypes) expect(schema).toContain(`"const":"${type}"`)
})
