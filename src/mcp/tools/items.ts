import { z } from 'zod'
import { ClientError } from '../../client/client.ts'
import { etagOf } from '../../lib/etag.ts'
import { checkNames, fieldsOf } from '../fields.ts'
import { compact, toPage } from '../size.ts'
import {
  App,
  type Connect,
  closed,
  dryRun,
  Id,
  idempotencyKey,
  placeOf,
  type Result,
  tool,
} from '../tool.ts'

const MOST = 100
const Values = z.record(z.string(), z.unknown()).describe('values by field code')

export const createItems = tool({
  name: 'kontor_create_items',
  title: 'Create items',
  description: 'Create up to 100 items of an app: all of them or none.',
  does: 'add',
  scope: 'apps:write',
  input: closed({
    app: App,
    items: z.array(Values).min(1).max(MOST),
    dryRun,
    idempotencyKey,
  }),
  run: async (connect, { app, items, ...sending }) => {
    const place = placeOf(app)
    await checkFields(connect, place, items)
    const created = await connect(sending).apps.createItems({
      input: { items: items.map((context) => ({ ...place, context })) },
    })
    return toPage({
      rows: created.items.map(compact),
      total: items.length,
      from: 0,
      more: tried(sending),
    })
  },
})

const Change = z.strictObject({
  id: Id,
  version: z.int().optional().describe('__version you read: refused if somebody changed it since'),
  values: Values.optional(),
  status: z.string().optional().describe('code of the new status'),
})

export const updateItems = tool({
  name: 'kontor_update_items',
  title: 'Change items',
  description:
    'Change values or the status of up to 100 items of an app. null clears a field. Each change stands for itself: the answer says which were refused and why.',
  does: 'change',
  scope: 'apps:write',
  input: closed({ app: App, changes: z.array(Change).min(1).max(MOST), dryRun }),
  run: async (connect, { app, changes, ...sending }) => {
    const place = placeOf(app)
    await checkFields(
      connect,
      place,
      changes.map(({ values = {} }) => values),
    )
    return each(changes, sending, async ({ id, version, values = {}, status }) => {
      const params = { ...place, id }
      const headers = version === undefined ? {} : { 'if-match': etagOf(version) }
      const { apps } = connect(sending)
      const { item } =
        status === undefined
          ? await apps.updateItem({ params, headers, input: { context: values } })
          : await apps.setStatus({ params, headers, input: { status, context: values } })
      return { version: item.__version }
    })
  },
})

export const deleteItems = tool({
  name: 'kontor_delete_items',
  title: 'Delete items',
  description:
    'Delete up to 100 items of an app. They stay in the trash, where people can restore them.',
  does: 'delete',
  scope: 'apps:write',
  input: closed({
    app: App,
    ids: z.array(Id).min(1).max(MOST),
    dryRun,
    confirm: z.boolean().optional().describe('true once a person has agreed'),
  }),
  question: ({ app, ids }) => `Delete ${ids.length} of ${app}?`,
  run: (connect, { app, ids, dryRun }) =>
    each(
      ids.map((id) => ({ id })),
      { dryRun },
      async ({ id }) => {
        await connect({ dryRun }).apps.deleteItem({ params: { ...placeOf(app), id } })
        return {}
      },
    ),
})

const tried = ({ dryRun }: { dryRun?: boolean | undefined }): Result =>
  dryRun ? { dryRun: 'nothing was stored' } : {}

/** One after the other; what is refused does not stop the others. */
async function each<Change extends { id: string }>(
  changes: readonly Change[],
  sending: { dryRun?: boolean | undefined },
  act: (change: Change) => Promise<Result>,
): Promise<Result> {
  const done: Result[] = []
  const refused: Result[] = []
  for (const change of changes) {
    try {
      done.push({ id: change.id, ...(await act(change)) })
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      refused.push({ id: change.id, why: error.message })
    }
  }
  return { ...tried(sending), done, ...(refused.length > 0 && { refused }) }
}

async function checkFields(
  connect: Connect,
  place: { namespace: string; code: string },
  all: readonly Result[],
): Promise<void> {
  const { fields } = await fieldsOf(connect(), place)
  const given = new Set(all.flatMap((values) => Object.keys(values)))
  checkNames(
    fields.map(({ code }) => code),
    [...given],
  )
}
