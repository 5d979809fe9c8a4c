import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { DateTime, Next, Page } from '../../api/schemas.ts'

const Key = z.string().min(1).max(255)
const SystemScope = z.object({ key: Key })
const WorkspaceScope = z.object({
  namespace: z.string().describe('a workspace by its code, or a module by its code or id'),
  key: Key,
})
const AppScope = z.object({ namespace: z.string(), code: z.string(), key: Key })

/** 1 MiB of UTF-8. */
const LARGEST = 1024 ** 2
const Value = z
  .string()
  .refine((text) => new TextEncoder().encode(text).length <= LARGEST, 'larger than 1 MiB')

const Save = z.object({ data: Value.default('') })
const Read = z.object({ data: z.string() })

const SaveHeaders = z.object({
  'if-match': z.string().optional().describe('save only if the entry still has this ETag'),
  'if-none-match': z.literal('*').optional().describe('save only if there is no entry yet'),
  'kontor-ttl': z.coerce
    .number()
    .int()
    .min(1)
    .max(315_360_000)
    .optional()
    .describe('seconds after which the entry is gone; absent = it stays'),
})
const DeleteHeaders = SaveHeaders.pick({ 'if-match': true })

/** One key space of its own for the whole system, each workspace or module, and each app. */
function scope<Params extends z.ZodObject>(path: string, of: string, params: Params) {
  return {
    save: operation({
      bodyLimit: 'large',
      method: 'POST',
      path,
      gives: [],
      summary: `Save a string of ${of}`,
      description:
        'Creates or overwrites. Answers the `ETag` of the entry, which `If-Match` takes for a compare-and-set.',
      params,
      input: Save,
      headers: SaveHeaders,
      access: 'administrator',
    }),
    read: operation({
      method: 'GET',
      path,
      summary: `Get a string of ${of}`,
      params,
      output: Read,
      access: 'administrator',
    }),
    remove: operation({
      method: 'DELETE',
      path,
      gives: [],
      summary: `Delete a string of ${of}`,
      description: 'Deleting what is not there is no error.',
      params,
      headers: DeleteHeaders,
      access: 'administrator',
    }),
  }
}

const system = scope('/pub/v1/storage/system/{key}', 'the system', SystemScope)
const workspace = scope(
  '/pub/v1/storage/{namespace}/{key}',
  'a workspace or module',
  WorkspaceScope,
)
const app = scope('/pub/v1/storage/{namespace}/{code}/{key}', 'an app', AppScope)

const StorageEntry = z
  .object({
    place: z.string().describe('`system`, `<namespace>` or `<namespace>/<code>`'),
    key: z.string(),
    size: z.int().describe('bytes of the value'),
    updatedAt: DateTime,
    version: z.int(),
    expiresAt: DateTime.nullable(),
  })
  .meta({ id: 'StorageEntry' })
export type StorageEntry = z.infer<typeof StorageEntry>

export const storage = {
  entries: operation({
    method: 'GET',
    path: '/manage/v1/storage',
    summary: 'List storage entries',
    description: 'By place and key, without the values.',
    input: Page.extend({
      place: z
        .string()
        .max(300)
        .optional()
        .describe('`system`, `<namespace>` or `<namespace>/<code>`; absent = everywhere'),
      prefix: z.string().max(255).default('').describe('how the keys begin'),
    }),
    output: z.object({ entries: z.array(StorageEntry), total: z.int(), ...Next }),
    access: 'administrator',
  }),
  saveSystem: system.save,
  getSystem: system.read,
  deleteSystem: system.remove,
  saveWorkspace: workspace.save,
  getWorkspace: workspace.read,
  deleteWorkspace: workspace.remove,
  saveApp: app.save,
  getApp: app.read,
  deleteApp: app.remove,
}
