import { z } from 'zod'

/**
 * Keys of objects with additional keys from definitions. Described for generated clients but not validated:
 * `fields` may omit them, or replace an id by its object.
 */
const described = (schema: object, description?: string) =>
  z
    .unknown()
    .optional()
    .meta({ ...schema, ...(description && { description }) })

const orNull = (type: string, more: object = {}) => ({ type: [type, 'null'], ...more })
const reference = { type: 'object', properties: { __id: { type: 'string', format: 'uuid' } } }
const uuid = { type: 'string', format: 'uuid' }

export const key = {
  text: described(orNull('string')),
  code: described({ type: 'string' }),
  number: described({ type: 'integer' }),
  flag: described({ type: 'boolean' }),
  time: described({ type: 'string', format: 'date-time' }),
  timeOrNone: described(orNull('string', { format: 'date-time' })),
  object: described({ type: 'object' }),
  objectOrNone: described(orNull('object')),
  list: described({ type: 'array', items: {} }),
  listOrNone: described(orNull('array', { items: {} })),
  id: described({ anyOf: [uuid, reference] }, 'an id, or an object where `fields` asks for one'),
  idOrNone: described({ anyOf: [uuid, reference, { type: 'null' }] }),
  ids: described(
    orNull('array', { items: { anyOf: [uuid, reference] } }),
    'ids, or objects where `fields` asks for them',
  ),
  status: described(
    orNull('object', {
      properties: { status: { type: 'integer' }, order: { type: 'integer' } },
      required: ['status', 'order'],
    }),
    'the id of the status, and the position on the board',
  ),
}

/** Common to all stored objects. */
export const audit = {
  __createdAt: key.time,
  __createdBy: key.id,
  __updatedAt: key.time,
  __updatedBy: key.id,
  __deletedAt: key.timeOrNone,
}
