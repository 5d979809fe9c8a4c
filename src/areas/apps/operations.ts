import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { ById, DateTime, Id, Next, Page } from '../../api/schemas.ts'
import { Listed, ListRequest } from '../../lists/request.ts'

/** Codes in paths are only looked up, so an unknown one is "not found" and needs no format check. */
const InApp = z.object({ namespace: z.string(), code: z.string() })
const OfItem = InApp.extend({ id: Id })

/** An item: the system fields and one key per field of its app. */
export const Item = z.looseObject({ __id: Id }).meta({ id: 'Item' })

/** Some programs send null for omitted keys. */
const orNone = <S extends z.ZodType>(schema: S) =>
  schema.nullish().transform((value) => value ?? undefined)
const flag = z
  .boolean()
  .nullish()
  .transform((is) => is ?? false)

const Context = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((context) => context ?? {})
  .describe('values by field code; unknown codes and what the server owns are ignored')

const Changing = z.object({
  'if-match': z.string().optional().describe('change only if the item still has this ETag'),
})

export const AppRow = z
  .object({
    __id: Id,
    namespace: z.string(),
    code: z.string(),
    name: z.string(),
    elementName: z.string(),
    type: z.string(),
    icon: z.string().nullable(),
    hidden: z.boolean(),
    version: z.int(),
    __createdAt: DateTime,
    __createdBy: Id,
    __updatedAt: DateTime,
    __updatedBy: Id,
    __deletedAt: DateTime.nullable(),
  })
  .meta({ id: 'AppRow' })
export type AppRow = z.infer<typeof AppRow>

/** A code by itself, or in an object: clients send both. */
const StatusCode = z.union([
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

/** An item by itself. */
const OneItem = z.object({
  item: Item,
  transitions: z
    .array(StatusMove)
    .optional()
    .describe('the statuses that may follow; absent = every status may'),
  locked: z
    .array(LockedField)
    .optional()
    .describe('the fields that are locked for the caller; absent = the app locks none'),
})

export const StatusSettings = z.object({
  groupItems: z.array(z.object({ id: Id, code: z.string(), name: z.string() })),
  statusItems: z.array(z.object({ id: z.int(), name: z.string(), code: z.string(), groupId: Id })),
  transitions: z
    .array(CallerTransition)
    .optional()
    .describe('which status may follow which; absent = every status may follow every other'),
})
export type StatusSettings = z.infer<typeof StatusSettings>

const MOST_ITEMS = 1000
const items = <Element extends z.ZodType>(element: Element) =>
  z.array(element).min(1).max(MOST_ITEMS, `at most ${MOST_ITEMS} items at once`)

const withEventHandlers = flag.describe('start the processes bound to the creation of items')

export const UpsertedItem = z
  .object({
    status: z.enum(['created', 'updated', 'unchanged', 'error']),
    id: Id.optional(),
    error: z.string().optional().describe('what is wrong with it; it was left out'),
  })
  .meta({ id: 'UpsertedItem' })
export type UpsertedItem = z.infer<typeof UpsertedItem>

const Count = z.int().min(0)
/** The number of columns in the widest spreadsheet. */
const MOST_COLUMNS = 16_384

export const ImportStatus = z.object({
  status: z.enum(['none', 'wait', 'running', 'complete', 'failed']),
  importId: Id.nullable(),
  total: Count.describe('rows of the file, as far as they are counted'),
  processed: Count,
  created: Count,
  updated: Count,
  failed: Count,
  startedAt: DateTime.nullable(),
  finishedAt: DateTime.nullable(),
  errors: z
    .array(
      z.object({
        row: z.int().describe('as in a spreadsheet: the titles are row 1; 0 = the whole file'),
        column: z.string().nullable().describe('code of the field'),
        message: z.string(),
      }),
    )
    .max(100)
    .describe('the first ones; all of them are at /manage/v1/imports/{id}/errors'),
})
export type ImportStatus = z.infer<typeof ImportStatus>

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const APP = '/pub/v1/app/{namespace}/{code}'
const ITEM = '/manage/v1/apps/{namespace}/{code}/items/{id}'

export const apps = {
  listApps: operation({
    method: 'GET',
    path: '/pub/v1/app/list',
    summary: 'List apps',
    description: 'The apps the caller may read.',
    input: ListRequest,
    output: Listed(AppRow.partial().extend({ __id: Id })),
  }),
  createItem: operation({
    method: 'POST',
    path: `${APP}/create`,
    gives: [],
    summary: 'Create an app item',
    params: InApp,
    input: z.object({
      context: Context,
      statusGroupId: orNone(Id).describe('the group whose first status the item starts in'),
      withEventForceCreate: withEventHandlers,
    }),
    output: OneItem,
  }),
  updateItem: operation({
    method: 'POST',
    path: `${APP}/{id}/update`,
    gives: [],
    summary: 'Edit an app item',
    description:
      'Only the given fields change; `null` clears; lists and tables are replaced whole.',
    params: OfItem,
    input: z.object({ context: Context }),
    headers: Changing,
    output: OneItem,
  }),
  getItem: operation({
    method: ['GET', 'POST'],
    path: `${APP}/{id}/get`,
    summary: 'Get an app item by ID',
    params: OfItem,
    input: ListRequest.pick({ fields: true }),
    output: OneItem,
  }),
  listItems: operation({
    method: ['GET', 'POST'],
    path: `${APP}/list`,
    summary: 'List app items',
    params: InApp,
    input: ListRequest,
    output: Listed(Item),
  }),
  setStatus: operation({
    method: 'POST',
    path: `${APP}/{id}/set-status`,
    gives: [],
    summary: 'Set app item status',
    description:
      'Where the app declares transitions they are obeyed: 403 where others may do it, 409 where nobody may from here, 400 where fields have no values; the text says what is open to the caller instead. Values in `context` are stored first, as an edit would: both happen or neither.',
    params: OfItem,
    input: z.object({ status: StatusCode, context: Context.optional() }),
    headers: Changing,
    output: OneItem,
  }),
  deleteItem: operation({
    method: 'DELETE',
    path: ITEM,
    gives: [],
    summary: 'Delete an app item',
    description:
      'The item stays and carries `__deletedAt`: it is left out where `active` is true, and its unique values are free again. Needs the right `delete`.',
    params: OfItem,
    headers: Changing,
  }),
  restoreItem: operation({
    method: 'POST',
    path: `${ITEM}/restore`,
    gives: [],
    summary: 'Bring back a deleted app item',
    description:
      'Refused while another item has one of its unique values. Needs the right `delete`.',
    params: OfItem,
    headers: Changing,
    output: OneItem,
  }),
  deleted: operation({
    method: 'GET',
    path: '/manage/v1/apps/{namespace}/{code}/deleted',
    summary: 'List deleted app items',
    description: 'Those that the caller may bring back, the last deleted first.',
    params: InApp,
    input: Page,
    output: z.object({
      items: z.array(
        z.object({
          id: Id,
          name: z.string(),
          deletedAt: DateTime,
          deletedBy: z.object({ id: Id, name: z.string() }),
        }),
      ),
      total: Count,
      ...Next,
    }),
  }),
  changeMany: operation({
    method: 'POST',
    path: '/manage/v1/apps/{namespace}/{code}/items/change',
    gives: [],
    summary: 'Change many app items in the same way',
    description:
      'Each item by itself: what cannot be changed is told item by item, the others are changed. Rights are asked for on every item. With an `Idempotency-Key` the same request is done once.',
    params: InApp,
    input: z.object({
      ids: items(Id),
      change: z
        .object({
          context: z
            .record(z.string(), z.unknown())
            .optional()
            .describe('values by field code, as for a single item'),
          status: StatusCode.optional(),
          delete: z.literal(true).optional(),
        })
        .refine(
          (change) => Object.values(change).some((value) => value !== undefined),
          'expected context, status or delete',
        ),
    }),
    output: z.object({
      changed: Count,
      errors: z.array(z.object({ id: Id, error: z.string() })),
    }),
    inSteps: true,
  }),
  exportItems: operation({
    method: 'POST',
    path: '/manage/v1/apps/{namespace}/{code}/export',
    summary: 'Export app items as CSV or XLSX',
    description:
      'Every item that a list with the same filter would find and that is not deleted, as a table that an import takes back.',
    params: InApp,
    input: ListRequest.omit({ active: true, from: true, size: true }).extend({
      format: z.enum(['csv', 'xlsx']).default('csv'),
    }),
    reads: true,
    streams: ['text/csv', XLSX],
  }),
  importItems: operation({
    method: 'POST',
    path: `${APP}/import`,
    gives: [],
    summary: 'Import app items',
    description:
      'Begins to load a CSV or XLSX file that was uploaded as temporary, and answers at once. One import per app at a time.',
    params: InApp,
    input: z.object({
      fileHash: orNone(Id).describe('hash of the temporary file'),
      format: orNone(z.enum(['xlsx', 'csv'])).describe('absent = found out'),
      withEventHandlers: flag.describe(
        'an event for every item, which starts the processes bound to it',
      ),
      columns: z
        .array(z.string().max(200).nullable())
        .max(MOST_COLUMNS)
        .optional()
        .describe(
          'code of the field for every column of the file, null = leave it out; absent = by titles',
        ),
    }),
    output: z.object({ importId: Id }),
  }),
  previewImport: operation({
    method: 'POST',
    path: '/manage/v1/apps/{namespace}/{code}/import/preview',
    summary: 'Show the beginning of a table that is to be imported',
    description:
      'The first rows of a CSV or XLSX file that was uploaded as temporary, and the fields that its titles lead to. Nothing is stored.',
    params: InApp,
    input: z.object({ fileHash: Id, format: z.enum(['xlsx', 'csv']).optional() }),
    output: z.object({
      format: z.enum(['xlsx', 'csv']),
      columns: z.array(
        z.object({
          title: z.string(),
          code: z.string().nullable().describe('of the field; null = the title leads to none'),
        }),
      ),
      rows: z.array(z.array(z.string())).describe('the first ones below the titles'),
    }),
    reads: true,
  }),
  importStatus: operation({
    method: 'POST',
    path: `${APP}/import/status`,
    summary: 'Get import status',
    params: InApp,
    input: z.object({ importId: orNone(Id).describe('absent = the latest import of the app') }),
    output: ImportStatus,
    reads: true,
  }),
  importErrors: operation({
    method: 'GET',
    path: '/manage/v1/imports/{id}/errors',
    summary: 'Everything that was wrong with the rows of an import',
    params: ById,
    streams: ['text/csv'],
  }),
  statusSettings: operation({
    method: 'GET',
    path: `${APP}/settings/status`,
    summary: 'Get app status',
    params: InApp,
    output: StatusSettings,
  }),
  createItems: operation({
    method: 'POST',
    path: '/pub/v1/app/items/batch',
    gives: [],
    summary: 'Create items of several apps at once',
    description:
      'All of them or none. An item may call itself `"__id": "$ref/name"`, and links of the others may name it so.',
    input: z.object({
      items: items(InApp.extend({ context: Context })),
      withEventHandlers,
    }),
    output: z.object({ items: z.array(Item) }),
  }),
  upsertItems: operation({
    method: 'POST',
    path: `${APP}/upsert`,
    gives: [],
    summary: 'Create or edit app items by a key of another system',
    description:
      'Items are found by a key: those that are there get the given values, the others are created. What is wrong is told item by item and left out. The same call again changes nothing.',
    params: InApp,
    input: z.object({
      key: z
        .string()
        .default('__externalId')
        .describe('`__externalId`, a unique field, or one that the app names as external key'),
      items: items(z.object({ context: Context })),
      withEventHandlers,
    }),
    output: z.object({
      items: z.array(UpsertedItem).describe('in the order of the request'),
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      failed: z.int(),
    }),
  }),
}
