import type { List } from '../../../api/list.ts'
import { toSql } from '../../../kinds/condition.ts'
import { readerOf } from '../../../kinds/kind.ts'
import { JsonText } from '../../../lib/json-text.ts'
import { conditionOf } from '../../../lists/conditions.ts'
import { fieldsOf, type Source } from '../../../lists/source.ts'
import type { Context } from '../../../platform/context.ts'
import { and, raw, type Sql, sql } from '../../../platform/db/sql.ts'
import { listFrom, relatedLists } from '../../apps/lists.ts'
import { actors } from '../../people/substitutions/service.ts'
import { taskColumns, tasksSource } from '../task-source.ts'
import { peopleOf, taskFacts, visibleTasks } from './visibility.ts'
import type { TaskListRequest } from './operations.ts'
import { requireListing } from './policy.ts'
import { impliesOpen, namesState } from './states.ts'

const { performers, helpers } = taskFacts

type Wanted = {
  where: Sql[]
  /** Without a word about states only open tasks are meant. */
  isOpenByDefault?: boolean
  /** The tasks of few people among those of everybody: they are found first, by their own index. */
  isOfFew?: boolean
}

/** Whoever heads more people sees a good part of all tasks. */
const FEW = 50

export async function listTasks(ctx: Context, request: TaskListRequest): Promise<List> {
  if (ctx.user.isAdministrator) return listWhere(ctx, request, { where: [] })
  const reader = readerOf(ctx)
  const where = [toSql(await visibleTasks(reader), taskFacts)]
  return listWhere(ctx, request, { where, isOfFew: (await peopleOf(reader)).length <= FEW })
}

export const listIncoming = async (ctx: Context, request: TaskListRequest): Promise<List> =>
  listWhere(ctx, request, {
    where: [performers.hasAny(await actors(ctx))],
    isOpenByDefault: true,
    isOfFew: true,
  })

export const listOutgoing = (ctx: Context, request: TaskListRequest): Promise<List> =>
  listWhere(ctx, request, {
    where: [sql`t.created_by = ${ctx.user.id}::uuid`],
    isOpenByDefault: true,
  })

export const listAssisting = (ctx: Context, request: TaskListRequest): Promise<List> =>
  listWhere(ctx, request, {
    where: [helpers.hasAny([ctx.user.id]), sql`not ${performers.hasAny([ctx.user.id])}`],
    isOfFew: true,
  })

export async function listOfUser(
  ctx: Context,
  userId: string,
  request: TaskListRequest,
): Promise<List> {
  await requireListing(ctx, userId)
  return listWhere(ctx, request, { where: [performers.hasAny([userId])], isOfFew: true })
}

async function listWhere(ctx: Context, request: TaskListRequest, wanted: Wanted): Promise<List> {
  const asked = { by: ctx.user.id, at: ctx.now() }
  const known = { asked, related: await relatedLists(ctx) }
  const condition = conditionOf(request, { ...known, fields: FIELDS })
  const isClosed =
    request.closed ??
    (impliesOpen(condition) || (wanted.isOpenByDefault && !namesState(condition)) ? false : null)
  const where = [...wanted.where, ...(isClosed === null ? [] : [isClosed ? IS_OVER : IS_OPEN])]
  const source = wanted.isOfFew ? foundFirst(where) : { ...tasksSource, where: [...LIVE, ...where] }
  const found = await listFrom(ctx, { ...source, ...known }, request)
  return found.withRows(found.rows.map(withoutBlanks))
}

const FIELDS = fieldsOf(taskColumns)
const LIVE = tasksSource.where
const IS_OPEN = raw('t.ended_at is null')
const IS_OVER = raw('t.ended_at is not null')

/**
 * `offset 0` keeps the planner from walking through the tasks of everybody in the wanted order, which
 * it takes for cheap when it does not know how few of them are meant.
 */
const foundFirst = (where: Sql[]): Source => ({
  ...tasksSource,
  table: sql`(select * from ${tasksSource.table} t where ${and([...LIVE, ...where])} offset 0)`,
  where: [],
})

/**
 * What most tasks do not have is left out. The quotes of a text inside of JSON stand behind a
 * backslash, so these can only be keys.
 */
export const withoutBlanks = ({ text }: JsonText): JsonText =>
  new JsonText(text.replaceAll(',"participants":[]', '').replaceAll(',"exit":null', ''))
