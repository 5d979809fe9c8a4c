import { z } from 'zod'
import { DateTime, Id } from '../../../api/schemas.ts'
import { newState, type Values } from '../../../engine/state.ts'
import { checkValue } from '../../../fields/values.ts'
import { type Detail, describeDetails } from '../../../lib/errors.ts'
import { NIL_ID } from '../../../lib/ids.ts'
import { toStorable } from '../../../lib/storable.ts'
import { nothingYet, type Row, type Transferred } from '../../../lib/transfer.ts'
import type { Context } from '../../../platform/context.ts'
import { type Outcome, storeEach } from '../../../platform/db/store-each.ts'
import { getNewest, getTemplate, type Published } from '../published.ts'
import { startInstance } from '../start.ts'
import { insertLine } from '../store/history.ts'
import type { Instance } from '../store/instances.ts'
import { NOT_STORED } from '../store/pages.ts'
import * as store from '../store/transfer.ts'

const Reference = z.object({ namespace: z.string(), code: z.string(), id: Id })
const optionalText = z
  .string()
  .nullish()
  .transform((text) => toStorable(text ?? ''))
const users = z
  .array(Id)
  .nullish()
  .transform((ids) => ids ?? [])
/** Zeros = none. */
const OptionalId = Id.nullish().transform((id) => id ?? NIL_ID)

const TransferredTask = z.looseObject({
  __id: Id,
  __name: optionalText,
  state: z.enum(['assignment', 'in_progress', 'closed', 'cancel']),
  path: z.string(),
  branch: OptionalId,
  performers: users,
  originalPerformers: users,
  reassignes: users,
  dueDate: DateTime.nullish(),
  description: optionalText,
  exit: z.string().nullish(),
  allowReassign: z.boolean().nullish(),
  timerId: OptionalId,
  __createdAt: DateTime,
  __createdBy: OptionalId,
  __updatedAt: DateTime,
  __updatedBy: OptionalId,
})
type TransferredTask = z.output<typeof TransferredTask>

/** An instance in the wire format, with its variables beside the system keys. */
const TransferredInstance = z.looseObject({
  __id: Id,
  __name: optionalText,
  __state: z.enum(['exec', 'wait', 'error', 'done', 'cancel']),
  __template: z.looseObject({ namespace: z.string(), code: z.string() }),
  __createdAt: DateTime,
  __createdBy: OptionalId,
  __updatedAt: DateTime,
  __updatedBy: OptionalId,
  __item: Reference.nullish(),
  __target: optionalText,
  __subscribers: users,
  __tasks: z.record(z.string(), TransferredTask).nullish(),
})
type TransferredInstance = z.output<typeof TransferredInstance>

/**
 * Ended instances are stored as history. The position of running ones is unknown: if sent, they start again, with
 * their variables and under their id.
 */
export async function transferInstances(ctx: Context, rows: readonly Row[]): Promise<Transferred> {
  const into = nothingYet()
  await storeEach(ctx.db, { schema: TransferredInstance, rows, into }, async (instance) => {
    const known = await store.findState(ctx.db, instance.__id)
    if (known !== undefined) return 'unchanged'
    const published = await getNewest(ctx, await getTemplate(ctx, instance.__template))
    const read = readVariables(published, instance)
    if (read.details.length > 0) {
      const message = `left out: ${describeDetails(read.details)}`
      into.problems.push({ id: instance.__id, message })
    }
    const isOver = instance.__state === 'done' || instance.__state === 'cancel'
    return isOver
      ? storeHistory(ctx, published, { instance, values: read.values })
      : restart(ctx, published, { instance, values: read.values })
  })
  return into
}

function readVariables({ fields }: Published, instance: TransferredInstance) {
  const values: Values = {}
  const details: Detail[] = []
  for (const field of fields) {
    const { value, problems } = checkValue(field, instance[field.code] ?? null)
    details.push(...problems)
    values[field.code] = problems.length > 0 ? null : value
  }
  return { values, details }
}

type Read = { instance: TransferredInstance; values: Values }

/** Stores one line of history, because the path is unknown. */
async function storeHistory(
  ctx: Context,
  published: Published,
  { instance, values }: Read,
): Promise<Outcome> {
  const { __id: id, __state: state, __item: item } = instance
  const { control } = newState()
  const at = new Date(instance.__updatedAt)
  const row: Instance = {
    ...{ id, template_id: published.templateId, version: published.version, revision: 1 },
    ...{ state, control, context: values, stored: NOT_STORED, target: instance.__target },
    ...{ name: instance.__name || published.body.name, item: item ? [item] : null },
    // The caller may never be transferred.
    ...{ parent_id: null, parent_token: null, depth: 0, subscribers: instance.__subscribers },
    ...{ created_at: new Date(instance.__createdAt), created_by: instance.__createdBy },
    ...{ suspended_at: null, is_suspended_itself: false, has_queued_move: false },
  }
  await store.insertEnded(ctx.db, row, { at, by: instance.__updatedBy })
  await insertLine(ctx.db, {
    ...{ instanceId: id, seq: 1, at, actor: instance.__updatedBy, event: 'transferred' },
    ...{ data: {}, steps: [] },
  })
  await store.insertEndedTasks(ctx.db, row, tasksOf(published, instance))
  return 'created'
}

/** Tasks at elements that the process also has here. */
function tasksOf(published: Published, { __tasks: tasks }: TransferredInstance): store.EndedTask[] {
  const { program, blockId, body, namespace, code } = published
  const nodes = new Map(Object.keys(program.model.nodes).map((node) => [blockId(node), node]))
  const nodeOf = ({ path }: TransferredTask) => nodes.get(path.split('/').at(-1) ?? '')
  return Object.values(tasks ?? {})
    .sort((one, other) => (one.__createdAt < other.__createdAt ? -1 : 1))
    .flatMap((task, at) => {
      const node = nodeOf(task)
      return node === undefined ? [] : [{ ...toTask(task), node, token: at + 1 }]
    })
    .map((task) => ({
      ...task,
      ...{ template_name: body.name, template_namespace: namespace, template_code: code },
    }))
}

const toTask = (task: TransferredTask) => ({
  ...{ id: task.__id, name: task.__name, path: task.path, branch: task.branch },
  state: task.state === 'closed' ? ('closed' as const) : ('cancel' as const),
  ...{ performers: task.performers, original_performers: task.originalPerformers },
  ...{ former_performers: task.reassignes, due_at: task.dueDate ?? null },
  ...{ description: task.description, exit: task.exit ?? null },
  ...{ can_reassign: task.allowReassign ?? true, timer_id: task.timerId },
  ...{ created_at: task.__createdAt, created_by: task.__createdBy },
  ...{ updated_at: task.__updatedAt, updated_by: task.__updatedBy },
})

async function restart(
  ctx: Context,
  published: Published,
  { instance, values }: Read,
): Promise<Outcome> {
  const { __id: id, __createdBy: by, __item: item, __target: target } = instance
  const context = Object.fromEntries(
    published.fields.map(({ code }) => [code, values[code] === null ? null : instance[code]]),
  )
  await startInstance(ctx, published, { id, context, by, target, ...(item && { item }) })
  return 'created'
}
