import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { Id, InApp } from '../../api/schemas.ts'

/** A code by itself, or in an object: clients send both. */
export const StatusCode = z.union([
  z.string(),
  z.object({ code: z.string() }).transform(({ code }) => code),
])

const Message = z.string().optional().describe('what the app says about it')

/** A transition of the app, and what it means for the caller. */
export const CallerTransition = z
  .object({
    from: z.string(),
    to: z.string(),
    allowed: z.boolean().describe('the caller is among those who may, whatever the item'),
    roles: z.array(z.string()).describe('whoever is this to an item may as well'),
    requires: z.array(z.string()).describe('fields that must have a value'),
    message: Message,
  })
  .meta({ id: 'CallerTransition' })
export type CallerTransition = z.infer<typeof CallerTransition>

/** A subject that a rule names. */
export const NamedMover = z
  .object({
    kind: z.enum(['user', 'group', 'position', 'department', 'author', 'performer', 'process']),
    name: z.string().describe('of a group its name, of others their code or login, else empty'),
  })
  .meta({ id: 'NamedMover' })
export type NamedMover = z.infer<typeof NamedMover>

const By = z.array(NamedMover).optional().describe('who may')

/** A status that an item can change to. */
export const StatusMove = z
  .object({
    to: z.string().describe('code of the status'),
    allowed: z.boolean(),
    reason: z
      .enum(['nobody', 'process', 'people', 'fields', 'right'])
      .optional()
      .describe(
        'why not: only a process may, only others may, fields have no values, or the right `update` is missing',
      ),
    message: Message,
    by: By,
    fields: z.array(z.string()).optional().describe('those that have no value yet'),
  })
  .meta({ id: 'StatusMove' })
export type StatusMove = z.infer<typeof StatusMove>

/** A field that the caller cannot change as long as the item has its status. */
export const LockedField = z
  .object({
    field: z.string().describe('its code'),
    reason: z
      .enum(['nobody', 'process', 'people'])
      .describe('who may: nobody, only a process, or only others'),
    message: Message,
    by: By,
  })
  .meta({ id: 'LockedField' })
export type LockedField = z.infer<typeof LockedField>

export const StatusSettings = z.object({
  groupItems: z.array(z.object({ id: Id, code: z.string(), name: z.string() })),
  statusItems: z.array(z.object({ id: z.int(), name: z.string(), code: z.string(), groupId: Id })),
  transitions: z
    .array(CallerTransition)
    .optional()
    .describe('which status may follow which; absent = every status may follow every other'),
})
export type StatusSettings = z.infer<typeof StatusSettings>

export const statuses = {
  statusSettings: operation({
    method: 'GET',
    path: '/pub/v1/app/{namespace}/{code}/settings/status',
    summary: 'Get app status',
    params: InApp,
    output: StatusSettings,
  }),
}
