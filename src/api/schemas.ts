import { z } from 'zod'
import { EVENT_TYPES } from '../lib/event-types.ts'

/** UUIDs of any version; in lower case in responses. */
export const Id = z
  .string()
  .regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'expected a UUID')
  .toLowerCase()
  .meta({ id: 'Id', format: 'uuid', description: 'UUID text' })

export const ById = z.object({ id: Id })

/** Codes in paths are only looked up, so an unknown one is "not found" and needs no format check. */
export const InApp = z.object({ namespace: z.string(), code: z.string() })
export const InWorkspace = InApp.pick({ namespace: true })

/** Some programs send null for omitted keys. */
export const orNone = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => value ?? undefined)
export const flag = z
  .boolean()
  .nullish()
  .transform((is) => is ?? false)

export const DateTime = z.iso.datetime({ offset: true })

/** Codes of workspaces, apps and fields: case-sensitive, system ones start with `_`. */
export const Code = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[A-Za-z_][\w.-]*$/, 'expected letters, digits, "_", "." or "-", starting with a letter')

const LONGEST_CURSOR = 10_000

export const Page = z.object({
  from: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(1000).default(50),
  after: z
    .string()
    .max(LONGEST_CURSOR)
    .optional()
    .describe('instead of `from`: "" for the first page, then what the last answer had as `after`'),
})

/** In the answer of every list that takes `after`. */
export const Next = {
  after: z
    .string()
    .nullable()
    .optional()
    .describe('where `after` was sent: what to send for the next page, null at the end'),
}

/** Logs may also contain types of former versions. */
export const EventName = z.string().meta({
  id: 'EventType',
  description: 'what happened',
  examples: EVENT_TYPES,
})

/** How the console shows users and items. */
export const Named = z.object({ id: Id, name: z.string() }).meta({ id: 'Named' })
export const NamedItem = z
  .object({ namespace: z.string(), code: z.string(), id: Id, name: z.string() })
  .meta({
    id: 'NamedItem',
    description: 'the name is empty where the caller may not read the item',
  })
export type NamedItem = z.infer<typeof NamedItem>
