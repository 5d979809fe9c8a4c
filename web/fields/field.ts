import type { ReplyOf } from '../client.ts'

/** A field as the definitions describe it, the same for items, tasks and processes. */
export type Field = ReplyOf<'scheme', 'getApp'>['application']['fields'][number]
