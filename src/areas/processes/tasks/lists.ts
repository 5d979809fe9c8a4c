import type { List } from '../../../api/list.ts'
import { toSql } from '../../../kinds/condition.ts'
import { readerOf } from '../../../kinds/kind.ts'
import { JsonText } from '../../../lib/json-text.ts'
import { conditionOf } from '../../../lists/conditions.ts'
import { fieldsOf } from '../../../lists/source.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { listFrom, relatedLists } from '../../apps/lists.ts'
import { actors } from '../../people/substitutions/service.ts'
import { taskFacts } from '../store/task-rows.ts'
import * as source from '../store/task-source.ts'
import type { TaskListRequest } from './operations.ts'
import { requireListing } from './policy.ts'
import { impliesOpen, namesState } from './states.ts'
import { peopleOf, visibleTasks } from './visibility.ts'

const { performers } = taskFacts

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
    where: [source.isBy(ctx.user.id)],
    isOpenByDefault: true,
  })

export const listAssisting = (ctx: Context, request: TaskListRequest): Promise<List> =>
  listWhere(ctx, request, {
    where: [source.isHelpedBy(ctx.user.id)],
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
  const where = [
    ...wanted.where,
    ...(isClosed === null ? [] : [isClosed ? source.IS_OVER : source.IS_OPEN]),
  ]
  const tasks = wanted.isOfFew ? source.tasksFoundFirst(where) : source.tasksWhere(where)
  const found = await listFrom(ctx, { ...tasks, ...known }, request)
  return found.withRows(found.rows.map(withoutBlanks))
}

const FIELDS = fieldsOf(source.taskColumns)

/**
 * What most tasks do not have is left out. The quotes of a text inside of JSON stand behind a
 * backslash, so these can only be keys.
 */
export const withoutBlanks = ({ text }: JsonText): JsonText =>
  new JsonText(text.replaceAll(',"participants":[]', '').replaceAll(',"exit":null', ''))
