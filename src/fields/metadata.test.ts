import { expect, test } from 'vitest'
import { z } from 'zod'
import { field } from '../../test/field-table.ts'
import { fields } from '../../test/list-sample.ts'
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
  expect(
    dataOf('TABLE', { columns: { a: { name: 'A', type: 'MONEY', currency: 'EUR' } } }),
  ).toEqual({
    fields: [
      {
        code: 'a',
        type: 'MONEY',
        required: false,
        data: { currency: 'EUR' },
        view: { name: 'A', tooltip: '' },
      },
    ],
  })
  expect(dataOf('STRING', { kind: 'html', maxLength: 5 })).toEqual({ kind: 'html', maxLength: 5 })
})

test('the answer of every type can be described to programs', () => {
  for (const each of fields) {
    const schema = z.toJSONSchema(fieldTypeOf(each.type).output(each), { io: 'input' })
    expect(Object.keys(schema).length, each.type).toBeGreaterThan(1)
  }
})
