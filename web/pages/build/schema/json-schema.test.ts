import { expect, test } from 'vitest'
import { z } from 'zod'
import { kinds } from '../../../../src/definitions/kinds.ts'
import { controlOf, fieldTypesIn, type JsonSchema, resolve, typeOf } from './json-schema.ts'

const schemaOf = (kind: keyof typeof kinds) =>
  z.toJSONSchema(kinds[kind].schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

test('every setting of every kind of definition has something to fill it in with', () => {
  const controls = Object.keys(kinds).flatMap((kind) => {
    const root = schemaOf(kind as keyof typeof kinds)
    return Object.entries(root.properties ?? {}).map(([key, schema]) => [
      `${kind}.${key}`,
      controlOf(root, resolve(root, schema)),
    ])
  })
  const by = Object.fromEntries(controls)

  expect(controls.length).toBeGreaterThan(60)
  expect(by).toMatchObject({
    'app.name': 'text',
    'app.type': 'choice',
    'app.hidden': 'yes-no',
    'app.description': 'long-text',
    'app.fields': 'fields',
    'app.externalKeys': 'texts',
    'app.files': 'group',
    'page.sort': 'number',
    'workspace.parameters': 'fields',
    'group.members': 'texts',
  })
})

test('all types of fields are found, with their settings', () => {
  const root = schemaOf('app')
  const types = fieldTypesIn(root, { $ref: '#/$defs/Field' })

  expect(types.map(typeOf)).toContain('CATEGORY')
  expect(types).toHaveLength(22)
  expect(types.find((each) => typeOf(each) === 'MONEY')?.required).toContain('currency')
})
