import { type StoredApp, snapshotOf, toApp } from '../../definitions/snapshot.ts'
import type { ItemReference } from '../../fields/field-type.ts'
import { type LinkLocation, linkPlacesOf } from '../../fields/link-places.ts'
import { readerOf } from '../../kinds/kind.ts'
import { pathOf } from '../../lib/app-path.ts'
import { restrict } from '../../lists/query.ts'
import { ListRequest } from '../../lists/request.ts'
import type { Context } from '../../platform/context.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { itemsSource } from './lists.ts'
import { canUse, listSeen } from './policy.ts'
import { MOST_COUNTED, type Related } from './related-operations.ts'
import { getItem } from './service.ts'
import { countEach } from './store/related.ts'

type Link = { app: StoredApp; place: LinkLocation }

/** What links to an item, as far as the caller may see it: from which app, by which field, how often. */
export async function listRelated(
  ctx: Context,
  item: ItemReference,
): Promise<{ lists: Related[]; apps: string[] }> {
  await getItem(ctx, item, item.id)
  const links = await listLinks(ctx, pathOf(item))
  const wanted = await Promise.all(links.map((link) => rowsOf(ctx, link, item)))
  const counts = await countEach(ctx.db, wanted, MOST_COUNTED + 1)
  const all = await Promise.all(
    links.map((link, at) => toRelated(ctx, link, { item, count: counts[at] ?? 0 })),
  )
  // What may hold items of every app is mentioned where it holds this one.
  const lists = all.filter(({ count }, at) => count > 0 || links[at]?.place.apps)
  return { lists, apps: [...new Set(links.map(({ app }) => pathOf(app)))] }
}

async function listLinks(ctx: Context, path: string): Promise<Link[]> {
  const live = (await snapshotOf(ctx)).live('app').filter(({ body }) => !body.hidden)
  const seen = await listSeen(readerOf(ctx), live.map(toApp))
  return seen.flatMap((app) =>
    app.fields
      .flatMap(linkPlacesOf)
      .filter(({ apps }) => apps?.includes(path) ?? true)
      .map((place) => ({ app, place })),
  )
}

async function rowsOf(
  ctx: Context,
  { app, place }: Link,
  item: ItemReference,
): Promise<{ table: Sql; where: Sql }> {
  const source = await itemsSource(ctx, app)
  const request = ListRequest.parse({ active: true, filter: place.filter(item) })
  return { table: source.table, where: await restrict(source, request) }
}

async function toRelated(
  ctx: Context,
  { app, place }: Link,
  { item, count }: { item: ItemReference; count: number },
): Promise<Related> {
  const { namespace, code, body, readOnly } = app
  const { field, column } = place
  const canCreate = !readOnly.has(field.code) && (await canUse(ctx, app, 'create'))
  return {
    namespace,
    code,
    name: body.name,
    elementName: body.elementName ?? body.name,
    field: field.code,
    column: column?.code ?? null,
    fieldName: [field.name, column?.name].filter(Boolean).join(', '),
    count: Math.min(count, MOST_COUNTED),
    isMore: count > MOST_COUNTED,
    filter: place.filter(item),
    values: canCreate ? place.values(item) : null,
  }
}
