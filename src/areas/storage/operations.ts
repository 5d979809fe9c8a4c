import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { Code } from '../../api/schemas.ts'

const Key = z.string().min(1).max(255)
const SystemScope = z.object({ key: Key })
const WorkspaceScope = z.object({ namespace: Code, key: Key })
const AppScope = z.object({ namespace: Code, code: Code, key: Key })

/** 1 MiB of UTF-8. */
const LARGEST = 1024 ** 2
const Value = z
  .string()
  .refine((text) => new TextEncoder().encode(text).length <= LARGEST, 'larger than 1 MiB')
  .refine(
    (text) => !text.includes('\u0000') && text.isWellFormed(),
    'NUL and lone surrogates cannot be stored',
  )

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
      method: 'POST',
      path,
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

export const storage = {
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
