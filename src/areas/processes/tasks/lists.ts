import type { List } from '../../../api/list.ts'
import { toSql } from '../../../kinds/condition.ts'
import { readerOf } from '../../../kinds/kind.ts'
import { JsonText } from '../../../lib/json-text.ts'
import { conditionOf } from '../../../lists/conditions.ts'
import { restrict } from '../../../lists/query.ts'
import { fieldsOf, type Source } from '../../../lists/source.ts'
import type { Context } from '../../../platform/context.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { listFrom, nameOfReadable, relatedLists } from '../../apps/lists.ts'
import { actors } from '../../people/substitutions/service.ts'
import { listPeopleByName } from '../../people/users/service.ts'
import { type FacetRow, listFacets } from '../store/task-facets.ts'
import { taskFacts } from '../store/task-rows.ts'
import * as source from '../store/task-source.ts'
import { rowTranslator } from '../tasks.ts'
import { listTranslators } from '../texts.ts'
import type { Facets, FacetsRequest } from './bulk-operations.ts'
import { TaskListRequest } from './list-operations.ts'
import { requireListing } from './policy.ts'
import { impliesOpen, namesState } from './states.ts'
import { peopleOf, visibleTasks } from './visibility.ts'

const { performers } = taskFacts

type TaskSelection = {
  where: Sql[]
  /** Only open tasks, unless the filter names states. */
  isOpenByDefault?: boolean
  /** Tasks of few people are found first, by their own index. */
  isOfFew?: boolean
}

/** A head of more people sees a large part of all tasks. */
const FEW = 50

type OwnList = 'all' | 'incoming' | 'outgoing' | 'assisting'

/** The conditions of the standard lists. */
const WANTED: Record<OwnList, (ctx: Context) => Promise<TaskSelection>> = {
  all: async (ctx) => {
    if (ctx.user.isAdministrator) return { where: [] }
    const reader = readerOf(ctx)
    const where = [toSql(await visibleTasks(reader), taskFacts)]
    return { where, isOfFew: (await peopleOf(reader)).length <= FEW }
  },
  incoming: async (ctx) => ({
    where: [performers.hasAny(await actors(ctx))],
    isOpenByDefault: true,
    isOfFew: true,
  }),
  outgoing: async (ctx) => ({ where: [source.isBy(ctx.user.id)], isOpenByDefault: true }),
  assisting: async (ctx) => ({ where: [source.isHelpedBy(ctx.user.id)], isOfFew: true }),
}

export const listOwn = async (
  ctx: Context,
  list: OwnList,
  request: TaskListRequest,
): Promise<List> => listWhere(ctx, request, await WANTED[list](ctx))

export async function listOfUser(
  ctx: Context,
  userId: string,
  request: TaskListRequest,
): Promise<List> {
  await requireListing(ctx, userId)
  return listWhere(ctx, request, { where: [performers.hasAny([userId])], isOfFew: true })
}

/** Counts the tasks of a list by process, app, person, deadline and priority. */
export async function countFacets(
  ctx: Context,
  { list, endOfDay, ...request }: FacetsRequest,
): Promise<Facets> {
  const at = ctx.now()
  const wanted = TaskListRequest.parse(request)
  const from = await sourceFor(ctx, wanted, await WANTED[list](ctx))
  const today = endOfDay === undefined ? nextDay(at) : new Date(endOfDay)
  const rows = await listFacets(ctx.db, {
    table: from.table,
    where: await restrict(from, wanted),
    at,
    today,
  })
  const people = await listPeopleByName(
    ctx,
    rows.flatMap(({ facet, value }) => (isPerson(facet) ? [value] : [])),
  )
  const sayings = await listTranslators(ctx)
  const nameOf = ({ facet, value, name }: FacetRow): string => {
    if (isPerson(facet)) return people.get(value) ?? ''
    const [namespace = '', code = ''] = facet === 'process' ? value.split(':') : []
    return sayings(namespace, code).name ?? name
  }
  const of = (facet: FacetRow['facet']) =>
    rows
      .filter((row) => row.facet === facet)
      .map((row) => ({ value: row.value, name: nameOf(row), count: row.count }))
  return {
    total: of('total')[0]?.count ?? 0,
    processes: of('process'),
    apps: of('app'),
    performers: of('performer'),
    authors: of('author'),
    due: of('due'),
    priorities: of('priority'),
  }
}

const isPerson = (facet: FacetRow['facet']) => facet === 'performer' || facet === 'author'

const nextDay = (at: Date): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1))

async function listWhere(
  ctx: Context,
  request: TaskListRequest,
  wanted: TaskSelection,
): Promise<List> {
  const found = await listFrom(ctx, await sourceFor(ctx, request, wanted), request)
  const translate = await rowTranslator(ctx)
  return found.withRows(found.rows.map(withoutBlanks).map(translate))
}

/** The tasks of a request, without its filter. */
async function sourceFor(
  ctx: Context,
  request: TaskListRequest,
  wanted: TaskSelection,
): Promise<Source> {
  const asked = { by: ctx.user.id, at: ctx.now() }
  const known = { asked, related: await relatedLists(ctx) }
  const condition = conditionOf(request, { ...known, fields: FIELDS })
  const isClosed =
    request.closed ??
    (impliesOpen(condition) || (wanted.isOpenByDefault && !namesState(condition)) ? false : null)
  const { by, at } = asked
  const words = request.text?.split(/\s+/).filter((word) => word !== '') ?? []
  const where = [
    ...wanted.where,
    ...(isClosed === null ? [] : [isClosed ? source.IS_OVER : source.IS_OPEN]),
    ...(words.length > 0
      ? [source.saysAll(words, await nameOfReadable(ctx, source.itemOfTask))]
      : []),
    ...(typeof request.snoozed === 'boolean'
      ? [source.isSnoozed(by, { at, is: request.snoozed })]
      : []),
    ...narrowed(request, at),
  ]
  const tasks = wanted.isOfFew ? source.tasksFoundFirst(by, where) : source.tasksWhere(by, where)
  return { ...tasks, ...known }
}

function narrowed({ element, late, endedAfter }: TaskListRequest, at: Date): Sql[] {
  return [
    ...(element ? [source.isAtElement(element)] : []),
    ...(typeof late === 'boolean' ? [late ? source.isLate(at) : source.isInTime(at)] : []),
    ...(endedAfter ? [source.endedAfter(endedAfter)] : []),
  ]
}

const FIELDS = fieldsOf(source.listedColumns)

/** Removes keys that most tasks do not have. Quotes inside JSON strings are escaped, so only keys match. */
export const withoutBlanks = ({ text }: JsonText): JsonText =>
  new JsonText(BLANKS.reduce((rest, blank) => rest.replaceAll(blank, ''), text))

const BLANKS = [',"participants":[]', ',"exit":null', ',"snoozedUntil":null', ',"followUpAt":null']
