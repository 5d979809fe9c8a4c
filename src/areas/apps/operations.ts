import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { DateTime, flag, Id, InApp, Next, orNone, Page } from '../../api/schemas.ts'
import { Aggregated, AggregateRequest } from '../../lists/aggregate-request.ts'
import { Listed, ListRequest } from '../../lists/request.ts'
import { documents } from './document-operations.ts'
import { imports } from './importing/operations.ts'
import { Item } from './item-operations.ts'
import { related } from './related-operations.ts'
import { LockedField, StatusCode, StatusMove, statuses } from './status-operations.ts'

const OfItem = InApp.extend({ id: Id })

const Context = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((context) => context ?? {})
  .describe('values by field code; unknown codes and what the server owns are ignored')

/** In the query string: the body is what it always was. */
const Links = z
  .enum(['check', 'keep'])
  .optional()
  .describe(
    '`keep` stores ids of items, users and files that are not there, which `check` refuses; for administrators who bring data before what it links to',
  )
export type Links = z.output<typeof Links>

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

const MOST_ITEMS = 1000
const items = <Element extends z.ZodType>(element: Element) =>
  z.array(element).min(1).max(MOST_ITEMS, `at most ${MOST_ITEMS} items at once`)

const byForm = flag.describe(
  'the values come from the form of the app: what it requires, hides and makes read-only applies',
)
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
    bodyLimit: 'large',
    method: 'POST',
    path: `${APP}/create`,
    gives: [],
    summary: 'Create an app item',
    params: InApp,
    input: z.object({
      context: Context,
      statusGroupId: orNone(Id).describe('the group whose first status the item starts in'),
      status: StatusCode.optional().describe(
        'the status that the item starts in; another one than the first needs a transition from there',
      ),
      withEventForceCreate: withEventHandlers,
      byForm,
      links: Links,
    }),
    inQuery: ['links'],
    output: OneItem,
  }),
  updateItem: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: `${APP}/{id}/update`,
    gives: [],
    summary: 'Edit an app item',
    description:
      'Only the given fields change; `null` clears; lists and tables are replaced whole.',
    params: OfItem,
    input: z.object({ context: Context, byForm, links: Links }),
    inQuery: ['links'],
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
  aggregate: operation({
    method: 'POST',
    reads: true,
    path: '/manage/v1/apps/{namespace}/{code}/aggregate',
    summary: 'Compute numbers over app items',
    description:
      'Counts, sums, averages, smallest and largest values of the items that the caller may read and that are not deleted, by groups.',
    params: InApp,
    input: AggregateRequest,
    output: Aggregated,
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
    summary: 'Restore a deleted app item',
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
    bodyLimit: 'large',
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
  ...imports,
  ...statuses,
  ...related,
  ...documents,
  createItems: operation({
    bodyLimit: 'large',
    method: 'POST',
    path: '/pub/v1/app/items/batch',
    gives: [],
    summary: 'Create items of several apps at once',
    description:
      'All of them or none. An item may call itself `"__id": "$ref/name"`, and links of the others may name it so.',
    input: z.object({
      items: items(InApp.extend({ context: Context })),
      withEventHandlers,
      links: Links,
    }),
    inQuery: ['links'],
    output: z.object({ items: z.array(Item) }),
  }),
  upsertItems: operation({
    bodyLimit: 'large',
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
      links: Links,
    }),
    inQuery: ['links'],
    output: z.object({
      items: z.array(UpsertedItem).describe('in the order of the request'),
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      failed: z.int(),
    }),
  }),
}
