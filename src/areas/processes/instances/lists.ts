import type { List } from '../../../api/list.ts'
import { snapshotOf } from '../../../definitions/snapshot.ts'
import { invalid, notFound } from '../../../lib/errors.ts'
import { JsonText } from '../../../lib/json-text.ts'
import { list } from '../../../lists/list.ts'
import { isShown, readProjection } from '../../../lists/projection.ts'
import { ListRequest } from '../../../lists/request.ts'
import type { Context } from '../../../platform/context.ts'
import { listFrom, relatedLists } from '../../apps/lists.ts'
import { getNewest, type Template } from '../published.ts'
import {
  allInstances,
  instancesOf,
  isAbout,
  isOfProcess,
  selectInstance,
  selectInstances,
  type VersionedInstance,
} from '../store/instance-source.ts'
import { readable } from './policy.ts'
import { type InstanceView, withBlockIds } from './views.ts'

/** Filters use the variables of the newest version. */
export async function listByTemplate(
  ctx: Context,
  template: Template,
  request: ListRequest,
): Promise<List> {
  const { fields } = await getNewest(ctx, template)
  const where = [isOfProcess(template.id), ...(await readable(ctx, template))]
  const source = {
    ...instancesOf(fields, where),
    asked: { by: ctx.user.id, at: ctx.now() },
    related: await relatedLists(ctx),
  }
  return namedByClients(ctx, await listFrom(ctx, source, withTemplate(request)), request)
}

/** Deleted processes still have instances. */
export async function getTemplateById(ctx: Context, id: string): Promise<Template> {
  const found = (await snapshotOf(ctx)).findById('process', id)
  if (!found || found.processVersion === null) throw notFound('process', id)
  return found as Template
}

type Targeted = Pick<ListRequest, 'active' | 'from' | 'size' | 'sortExpressions'>

/** Instances of all processes about one object of another system. */
export async function listByTarget(ctx: Context, target: string, wanted: Targeted): Promise<List> {
  if (target === '') throw invalid('field "target": expected the id of an object of another system')
  const request = ListRequest.parse({ ...wanted, fields: { __id: true } })
  const where = [isAbout(target), ...(await ctx.kinds.readable(ctx, 'instance'))]
  const page = await list(ctx.db, allInstances(where), request)
  const ids = page.parse<{ __id: string }>().map(({ __id }) => __id)
  const found = await findAll(ctx, ids)
  return page.withRows(found.map(({ instance }) => JsonText.of(instance)))
}

/** One instance with its revision. */
export async function findInstance(
  ctx: Context,
  id: string,
): Promise<VersionedInstance | undefined> {
  const found = await ctx.db.first(selectInstance(id))
  return found && { ...found, instance: await withBlockIds(ctx, found.instance) }
}

/** Whole instances, in the order of the ids. */
async function findAll(ctx: Context, ids: readonly string[]): Promise<VersionedInstance[]> {
  const rows = await ctx.db.all(selectInstances(ids))
  const named = rows.map(async ({ instance, revision }) => ({
    instance: await withBlockIds(ctx, instance),
    revision,
  }))
  return Promise.all(named)
}

const FLOW = '__flowHistory'

/** Mapping element ids requires the version. */
function withTemplate(request: ListRequest): ListRequest {
  const isNeeded = isShownIn(request, FLOW) && !isShownIn(request, '__template')
  return isNeeded ? { ...request, fields: { ...request.fields, __template: true } } : request
}

async function namedByClients(ctx: Context, found: List, request: ListRequest): Promise<List> {
  if (!isShownIn(request, FLOW)) return found
  const rows = found.parse<InstanceView>()
  const named = await Promise.all(rows.map((row) => withBlockIds(ctx, row)))
  return found.withRows(named.map(JsonText.of))
}

const isShownIn = ({ fields }: ListRequest, code: string): boolean =>
  isShown(readProjection(fields), code)
