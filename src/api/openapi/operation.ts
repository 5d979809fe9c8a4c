import { isPublic } from '../envelope.ts'
import { type Method, neededScopes, type Operation } from '../operation.ts'
import { refusalsOf } from './errors.ts'
import { type Parts, propertiesOf, resolve, type Schema } from './schemas.ts'

export type Described = { parts: Parts; components: Record<string, Schema> }

/** An operation with GET and POST is one declaration with two ids. */
export const operationId = (id: string, { methods }: Operation, method: Method): string =>
  methods.length > 1 && method === 'GET' ? `${id}.GET` : id

export const areaOf = (id: string): string => id.split('.', 1)[0] ?? ''

/** The path item of one operation: an entry for each of its methods. */
export function describeOperation(id: string, operation: Operation, known: Described) {
  const { summary, access, changes } = operation
  const scopes = neededScopes(operation)
  const notes = [
    operation.description,
    access === 'administrator' && 'Administrators only.',
    access === 'guest' && 'Also for guests.',
    scopes.length > 0 && `Also needs the scope ${scopes.join(', ')}.`,
    changes.length > 0 && access !== 'public' && 'Not for programs that act for a person.',
  ]
  const description = notes.filter(Boolean).join('\n\n')
  const methods = operation.methods.map((method) => {
    const parameters = [
      ...parametersOf(operation, known),
      ...inputParameters(operation, method, known),
    ]
    return [
      method.toLowerCase(),
      {
        operationId: operationId(id, operation, method),
        tags: [areaOf(id)],
        summary,
        ...(description !== '' && { description }),
        ...(access === 'public' && { security: [] }),
        ...(parameters.length > 0 && { parameters }),
        ...requestBody(operation, method, known),
        responses: {
          ...(operation.isDownload ? FILE_REPLIES : { 200: reply(operation, known) }),
          ...(operation.isUpload && {
            206: { ...reply(operation, known), description: 'A part is stored, more are expected' },
          }),
          ...refusalsOf(operation),
        },
      },
    ]
  })
  return Object.fromEntries(methods)
}

function parametersOf(operation: Operation, { parts, components }: Described): object[] {
  const path = toParameters(parts.params, 'path', components)
  const headers = toParameters(parts.headers, 'header', components).map((parameter) => ({
    ...parameter,
    name: parameter.name.replace(/(^|-)\w/g, (letter) => letter.toUpperCase()),
  }))
  const isOnce = operation.writes && !operation.inSteps
  return [
    ...path,
    ...headers,
    ...(isOnce ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ]
}

function toParameters(schema: Schema, place: string, components: Described['components']) {
  const { properties, required } = propertiesOf(schema, components)
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    ...(required.includes(name) && { required: true }),
    ...(description !== undefined && { description }),
    schema: rest,
  }))
}

/** The file may be in a form or be the body itself. */
const FILE = {
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
          required: ['file'],
        },
      },
      'application/octet-stream': { schema: {} },
    },
  },
}

const anyFile = { content: { 'application/octet-stream': { schema: {} } } }

const FILE_REPLIES = {
  200: { description: 'The file', ...anyFile },
  206: { description: 'The part of it that was asked for', ...anyFile },
  304: { description: 'It is still the file that the caller has' },
  416: { description: 'The part begins behind the end of the file' },
}

const hasBody = (method: Method) => method !== 'GET' && method !== 'DELETE'

/** `/pub/v1` takes one JSON text, `/manage/v1` plain parameters. */
function inputParameters(operation: Operation, method: Method, known: Described): object[] {
  const { parts, components } = known
  if (operation.isUpload) return toParameters(parts.input, 'query', components)
  if (hasBody(method)) {
    const all = toParameters(parts.input, 'query', components)
    return all.filter(({ name }) => operation.inQuery.includes(name))
  }
  if (isEmpty(parts.input, known)) return []
  if (!isPublic(operation)) return toParameters(parts.input, 'query', components)
  const isRequired = !acceptsNothing(operation)
  return [
    {
      name: 'query',
      in: 'query',
      description: 'the request as JSON',
      ...(isRequired && { required: true }),
      // As `content` of the parameter it would say the same, and generated clients would send "[object Object]".
      schema: { type: 'string', contentMediaType: 'application/json', contentSchema: parts.input },
    },
  ]
}

function requestBody(operation: Operation, method: Method, known: Described) {
  if (operation.isUpload) return FILE
  const input = withoutKeys(known.parts.input, operation.inQuery, known)
  if (!hasBody(method) || isEmpty(input, known)) return {}
  const isRequired = !acceptsNothing(operation)
  const content = { 'application/json': { schema: input } }
  return { requestBody: { ...(isRequired && { required: true }), content } }
}

/** The schema of the body without the keys that are sent in the query string. */
function withoutKeys(schema: Schema, keys: readonly string[], { components }: Described): Schema {
  if (keys.length === 0) return schema
  const { properties, required } = propertiesOf(schema, components)
  const isLeft = (name: string) => !keys.includes(name)
  return {
    ...resolve(schema, components),
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isLeft(name))),
    required: required.filter(isLeft),
  }
}

const acceptsNothing = ({ input }: Operation) => input.safeParse({}).success

const isEmpty = (schema: Schema, { components }: Described): boolean =>
  schema.type === 'object' &&
  !schema.additionalProperties &&
  Object.keys(propertiesOf(schema, components).properties).length === 0

const ENVELOPE = {
  success: { type: 'boolean', const: true },
  error: { type: 'string', const: '' },
}

const WARNINGS = {
  warnings: {
    type: 'array',
    items: { type: 'string' },
    description: 'what was accepted but probably not meant, such as a value of an unknown field',
  },
}

function reply(operation: Operation, { parts, components }: Described) {
  if (operation.streams) {
    const content = Object.fromEntries(operation.streams.map((type) => [type, { schema: {} }]))
    return { description: 'The file', content }
  }
  const { properties, required } = propertiesOf(parts.output, components)
  const inEnvelope = {
    ...resolve(parts.output, components),
    properties: { ...ENVELOPE, ...properties, ...(operation.writes && WARNINGS) },
    required: [...Object.keys(ENVELOPE), ...required],
  }
  const schema = isPublic(operation) ? inEnvelope : parts.output
  return { description: 'Done', content: { 'application/json': { schema } } }
}
