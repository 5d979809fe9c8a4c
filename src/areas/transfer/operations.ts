import { z } from 'zod'
import { ALL_FACTS } from '../../api/account-facts.ts'
import { EVERYTHING, operation } from '../../api/operation.ts'
import { Id } from '../../api/schemas.ts'

export const KINDS = [
  'users',
  'groups',
  'units',
  'directories',
  'files',
  'items',
  'channels',
  'messages',
  'nomenclature',
  'folders',
  'registrations',
  'sheets',
  'instances',
] as const
export type TransferKind = (typeof KINDS)[number]

/** Records of one request. */
const MOST = 5000
/** Bytes of one request: items may hold long texts. */
export const LARGEST_TRANSFER = 64 * 1024 ** 2

const count = z.int().min(0)

const Transferred = z.object({
  created: count,
  updated: count,
  unchanged: count.describe('those that are here as they came'),
  kept: count.describe('those that were changed here, which stay as they are'),
  refused: count,
  linked: z
    .record(z.string(), Id)
    .describe('records that are here under another id, by the id they came with'),
  problems: z
    .array(z.object({ id: z.string(), message: z.string() }))
    .describe('why a record was refused, or which of its values were left out'),
  missing: z.array(Id).describe('what the records need first: ids of files, hashes of content'),
})

export const transfer = {
  store: operation({
    method: 'POST',
    path: '/manage/v1/transfer',
    gives: EVERYTHING,
    changes: ALL_FACTS,
    summary: 'Store records of another system with their ids, authors and dates',
    description:
      'For coming over from another system: see the guide. A record that is here already is changed if it differs and nobody has changed it here, so that repeating a request changes nothing. Values that are not sent stay as they are. No rules of forms, statuses or rights apply, nobody is notified and no process starts, but instances that are not over: these begin anew. One event tells what was stored.',
    input: z.object({
      kind: z.enum(KINDS),
      app: z
        .string()
        .max(300)
        .optional()
        .describe('`workspace/app`, of records that are in an app'),
      rows: z.array(z.record(z.string(), z.unknown())).min(1).max(MOST),
    }),
    output: Transferred,
    access: 'administrator',
    bodyLimit: LARGEST_TRANSFER,
    stepUp: true,
  }),
}
