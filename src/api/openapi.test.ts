import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeApi } from './openapi.ts'
import { type Area, operation } from './operation.ts'
import { ById, Id } from './schemas.ts'

const Note = z.object({ id: Id, text: z.string(), isPinned: z.boolean().default(false) })

const get = operation({
  method: ['GET', 'POST'],
  path: '/pub/v1/notes/{id}/get',
  summary: 'Get a note',
  params: ById,
  output: z.object({ note: Note }),
})
const list = operation({
  method: ['GET', 'POST'],
  path: '/pub/v1/notes/list',
  summary: 'List notes',
  input: z.object({ size: z.int().default(10) }),
})
const create = operation({
  method: 'POST',
  path: '/pub/v1/notes/create',
  gives: [],
  summary: 'Create a note',
  input: z.object({ text: z.string() }),
  headers: z.object({ 'if-match': z.string().optional().describe('the version') }),
  access: 'administrator',
})
const find = operation({
  method: 'GET',
  path: '/manage/v1/notes',
  summary: 'Find notes',
  input: z.object({ author: Id, size: z.coerce.number().int().default(50).describe('how many') }),
  output: z.object({ notes: z.array(Note) }),
  access: 'public',
})

const { paths, components } = describeApi({ notes: { get, list, create } }, 'pub', '1.2.3')
const at = (path: string, method: string) => paths[path]?.[method] ?? { operationId: 'absent' }

test('a document has the operations of its own surface only', () => {
  const manage = describeApi({ notes: { get, find } }, 'manage', '1.2.3')

  expect(Object.keys(manage.paths)).toEqual(['/manage/v1/notes'])
  expect(manage.info).toMatchObject({ version: '1.2.3', license: { identifier: 'Apache-2.0' } })
})

test('an operation with two methods has two ids', () => {
  expect(at('/pub/v1/notes/{id}/get', 'post').operationId).toBe('notes.get')
  expect(at('/pub/v1/notes/{id}/get', 'get').operationId).toBe('notes.get.GET')
})

test('a response of the public API has the envelope', () => {
  const { responses } = at('/pub/v1/notes/{id}/get', 'get')

  expect(responses).toMatchObject({
    200: {
      content: {
        'application/json': {
          schema: {
            properties: {
              success: { const: true },
              error: { const: '' },
              note: { type: 'object' },
            },
            required: ['success', 'error', 'note'],
          },
        },
      },
    },
  })
})

test('a response of the management API has no envelope', () => {
  const manage = describeApi({ notes: { find } }, 'manage', '1.2.3')

  expect(manage.paths['/manage/v1/notes']?.get).toMatchObject({
    security: [],
    responses: { 200: { content: { 'application/json': { schema: { required: ['notes'] } } } } },
  })
})

test('the GET twin of a list takes the same request as JSON in one parameter', () => {
  const schema = { type: 'object', properties: { size: { type: 'integer', default: 10 } } }

  const { parameters } = at('/pub/v1/notes/list', 'get')
  const { requestBody } = at('/pub/v1/notes/list', 'post')

  expect(parameters).toMatchObject([
    { name: 'query', in: 'query', schema: { type: 'string', contentSchema: schema } },
  ])
  expect(requestBody).toEqual({ content: { 'application/json': { schema } } })
})

test('a GET of the management API takes plain parameters', () => {
  const manage = describeApi({ notes: { find } }, 'manage', '1.2.3')

  expect(manage.paths['/manage/v1/notes']?.get?.parameters).toEqual([
    { name: 'author', in: 'query', required: true, schema: { $ref: '#/components/schemas/Id' } },
    {
      name: 'size',
      in: 'query',
      description: 'how many',
      schema: { type: 'integer', default: 50 },
    },
  ])
})

test('a body is required unless all its keys are optional, and absent without input', () => {
  expect(at('/pub/v1/notes/create', 'post').requestBody).toMatchObject({ required: true })
  expect(at('/pub/v1/notes/{id}/get', 'post').requestBody).toBeUndefined()
})

test('a write accepts an Idempotency-Key, and lists its errors', () => {
  const { parameters, responses, description } = at('/pub/v1/notes/create', 'post')

  expect(parameters).toEqual([
    { name: 'If-Match', in: 'header', description: 'the version', schema: { type: 'string' } },
    { $ref: '#/components/parameters/IdempotencyKey' },
  ])
  expect(Object.keys(responses as object)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '409',
    '412',
    '422',
    '429',
    '500',
  ])
  expect(description).toBe('Administrators only.')
})

test('a read has no Idempotency-Key and no conflict', () => {
  const { parameters, responses } = at('/pub/v1/notes/{id}/get', 'post')

  expect(parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  expect(Object.keys(responses as object)).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '429',
    '500',
  ])
})

test('errors are the envelope on one surface and problem details on the other', () => {
  const manage = describeApi({ notes: { find } }, 'manage', '1.2.3')

  expect(components.schemas).toMatchObject({
    Error: { required: expect.arrayContaining(['error']) },
  })
  expect(manage.components.schemas).not.toHaveProperty('Error')
  expect(manage.components.responses?.NotFound).toMatchObject({
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  })
})

const post = (path: string, input: z.ZodType, output = z.object({})) =>
  operation({ method: 'POST', path: `/pub/v1/${path}`, gives: [], summary: path, input, output })

const schemasOf = (area: Area) => describeApi({ notes: area }, 'pub', '1.2.3').components.schemas

test('a named schema becomes a component, or two if input and output differ', () => {
  const Tag = z.object({ id: Id }).meta({ id: 'TestTag' })
  const Named = Note.extend({ tag: Tag }).meta({ id: 'TestNote' })
  const Outer = z.object({ inner: Named }).meta({ id: 'TestOuter' })
  const save = post('save', z.object({ outer: Outer }), z.object({ outer: Outer }))

  const schemas = schemasOf({ save })

  expect(Object.keys(schemas ?? {}).filter((name) => name.startsWith('Test'))).toEqual([
    'TestNote',
    'TestNoteInput',
    'TestOuter',
    'TestOuterInput',
    'TestTag',
  ])
  expect(schemas?.TestNoteInput).toMatchObject({ required: ['id', 'text', 'tag'] })
  expect(schemas?.TestNote).toMatchObject({ required: ['id', 'text', 'isPinned', 'tag'] })
  expect(schemas?.TestOuterInput).toMatchObject({
    properties: { inner: { $ref: '#/components/schemas/TestNoteInput' } },
  })
})

test('responses may get new keys: their objects are open', () => {
  expect(JSON.stringify(paths)).not.toContain('additionalProperties')
})

test('two schemas under one name are refused', () => {
  const one = post('one', z.object({ same: z.string().meta({ id: 'TestSame' }) }))
  const two = post('two', z.object({ same: z.number().meta({ id: 'TestSame' }) }))

  expect(() => schemasOf({ one, two })).toThrow('notes.two: another schema is called "TestSame"')
})

test('a schema without a JSON Schema is refused with the name of the operation', () => {
  const answer = z.object({ at: z.string().transform((text) => text.length) })

  expect(() => schemasOf({ odd: post('odd', z.object({}), answer) })).toThrow(
    'notes.odd: its output has no JSON Schema',
  )
})

test('a schema that contains itself must have a name', () => {
  const Tree = z.object({
    get children() {
      return z.array(Tree)
    },
  })

  expect(() => schemasOf({ plant: post('plant', z.object({ tree: Tree })) })).toThrow(
    'notes.plant: a schema that contains itself needs a name',
  )
})
