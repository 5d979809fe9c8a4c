import { expect, test } from 'vitest'
import { z } from 'zod'
import { field } from '../../test/field-table.ts'
import { fields } from '../../test/list-sample.ts'
import { describeField } from './metadata.ts'
import { fieldTypeOf } from './registry.ts'

const dataOf = (type: string, settings: object) => {
  const it = field(type, settings)
  return fieldTypeOf(type).data(it)
}

test('the metadata of a field tells what its settings say', () => {
  expect(dataOf('SYS_COLLECTION', { app: '_clients/_contacts' })).toEqual({
    namespace: '_clients',
    code: '_contacts',
  })
  expect(dataOf('CATEGORY', { options: { a: 'A', b: 'B' } })).toMatchObject({
    enumItems: [
      { code: 'a', name: 'A' },
      { code: 'b', name: 'B' },
    ],
  })
  const columns = { a: { name: 'A', type: 'MONEY', currency: 'EUR' } }
  expect(dataOf('TABLE', { columns })).toMatchObject({
    fields: [{ code: 'a', type: 'MONEY', data: { currency: 'EUR' }, view: { name: 'A' } }],
  })
  expect(dataOf('STRING', { kind: 'html', maxLength: 5 })).toEqual({ kind: 'html', maxLength: 5 })
})

test('a field is described in the words of the contract', () => {
  const customer = field('SYS_COLLECTION', { app: '_clients/_contacts' }, 'customer')

  expect(describeField(customer, fieldTypeOf('SYS_COLLECTION'))).toEqual({
    code: 'customer',
    type: 'SYS_COLLECTION',
    array: false,
    single: true,
    required: false,
    indexed: false,
    searchable: false,
    deleted: false,
    calcByFormula: false,
    formula: '',
    defaultValue: null,
    data: { namespace: '_clients', code: '_contacts' },
    view: { name: 'customer', tooltip: '' },
  })
})

const counts: [type: string, settings: object, array: boolean, single: boolean][] = [
  ['STRING', {}, false, false],
  ['SYS_USER', {}, false, true],
  ['SYS_USER', { single: false }, true, false],
  ['PHONE', {}, true, false],
  ['CATEGORY', { options: { a: 'A' } }, false, false],
  ['CATEGORY', { options: { a: 'A' }, multiple: true }, true, false],
]

test.each(counts)('%s %j: array %s, single %s', (type, settings, array, single) => {
  expect(describeField(field(type, settings), fieldTypeOf(type))).toMatchObject({ array, single })
})

test('the answer of every type can be described to programs', () => {
  for (const each of fields) {
    const schema = z.toJSONSchema(fieldTypeOf(each.type).output(each), { io: 'input' })
    expect(Object.keys(schema).length, each.type).toBeGreaterThan(1)
  }
})
