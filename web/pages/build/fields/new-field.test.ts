import { expect, test } from 'vitest'
import { z } from 'zod'
import { FieldDefinition } from '../../../../src/definitions/field.ts'
import { fieldTypesIn, type JsonSchema, typeOf } from '../schema/json-schema.ts'
import { withType } from './new-field.ts'

const root = z.toJSONSchema(FieldDefinition, { io: 'input', unrepresentable: 'any' }) as JsonSchema
const types = fieldTypesIn(root, root)
const SAID_LATER = ['SYS_COLLECTION', 'TABLE']

test('a new field of every type is complete, but for the app it leads to and the columns of a table', () => {
  const wrong = types
    .map(typeOf)
    .filter((type) => !FieldDefinition.safeParse(withType({ name: 'New' }, type, types)).success)

  expect(types).toHaveLength(22)
  expect(wrong).toEqual(SAID_LATER)
})

test('from every type to every other: nothing stays that the new one does not know', () => {
  const full = {
    ...{ name: 'Some', tooltip: 'Why', required: true, kind: 'multiline', maxLength: 5, min: 1 },
    ...{ options: { a: 'A' }, currency: 'USD', single: false, app: 'crm/deals', default: 'x' },
    columns: { a: { name: 'A', type: 'STRING' } },
  }
  const wrong = types.map(typeOf).filter((type) => {
    const field = withType(full, type, types)
    return !FieldDefinition.safeParse(field).success || field.tooltip !== 'Why'
  })

  expect(wrong).toEqual([])
})
