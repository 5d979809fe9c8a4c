import {
  type Snapshot,
  type StoredDefinition,
  snapshotOf,
  toApp,
} from '../../definitions/snapshot.ts'
import { widgetTargets } from '../../definitions/widget-references.ts'
import { isWidgetType, placeOf, widgetTypes } from '../../definitions/widgets.ts'
import { readerOf } from '../../kinds/kind.ts'
import { parsePath } from '../../lib/app-path.ts'
import { notFound } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { canUse, listSeen } from '../apps/policy.ts'
import { may } from '../processes/instances/policy.ts'
import { mayOnReport } from '../reports/kind.ts'
import type { NavigationPage, PageWidget } from './page-operations.ts'

type Page = StoredDefinition<'page'>
type Widget = StoredDefinition<'widget'>

/** The pages of a workspace in the order of its menu, without those that show the caller nothing. */
export async function listPages(
  ctx: Context,
  snapshot: Snapshot,
  workspace: string,
): Promise<NavigationPage[]> {
  const own = snapshot
    .live('page')
    .filter(({ namespace, body }) => namespace === workspace && !body.hidden)
    .toSorted((one, other) => one.body.sort - other.body.sort)
  const isShown = await Promise.all(own.map((page) => isOpen(ctx, snapshot, page)))
  return withoutEmptyGroups(own.filter((_, at) => isShown[at]).map(toEntry))
}

/** A heading without pages below it says nothing. */
const withoutEmptyGroups = (pages: NavigationPage[]): NavigationPage[] =>
  pages.filter(({ type }, at) => {
    const next = pages[at + 1]
    return type !== 'GROUP' || (next !== undefined && next.type !== 'GROUP')
  })

/**
 * A page is open to whoever may look at something it is made of. What has no rights of its own, such
 * as a text or a link, is for those to whom something of the workspace is open.
 */
async function isOpen(ctx: Context, snapshot: Snapshot, page: Page): Promise<boolean> {
  const { type, app } = page.body
  if (type === 'APPLICATION') return app !== undefined && seesApp(ctx, snapshot, parsePath(app))
  const made = type === 'PAGE' ? widgetsOf(snapshot, page).map(({ widget }) => widget) : []
  const guarded = made.filter(({ body }) => widgetTargets(body).length > 0)
  const isAllowed = await Promise.all(guarded.map((widget) => mayLookAt(ctx, snapshot, widget)))
  return isAllowed.includes(true) || seesWorkspace(ctx, snapshot, page.namespace)
}

async function seesWorkspace(ctx: Context, snapshot: Snapshot, code: string): Promise<boolean> {
  const isHere = ({ namespace }: Address) => namespace.split('.')[0] === code
  const apps = snapshot.live('app').filter(isHere).map(toApp)
  if ((await listSeen(readerOf(ctx), apps)).length > 0) return true
  const asked = [
    ...snapshot
      .live('report')
      .filter(isHere)
      .map((each) => mayOnReport(ctx, 'read', each)),
    ...snapshot
      .live('process')
      .filter(isHere)
      .flatMap((each) => [may(ctx, each, 'read'), may(ctx, each, 'create')]),
  ]
  return (await Promise.all(asked)).includes(true)
}

const toEntry = ({ namespace, code, body }: Page): NavigationPage => ({
  namespace,
  code,
  name: body.name,
  type: body.type,
  icon: body.icon,
  href: body.link ?? null,
  app: body.app ?? null,
})

type Address = { namespace: string; code: string }

export async function getPage(ctx: Context, { namespace, code }: Address) {
  const snapshot = await snapshotOf(ctx)
  const page = snapshot.find('page', namespace, code)
  const isThere = page && !page.deletedAt && page.body.type === 'PAGE'
  if (!isThere || !(await isOpen(ctx, snapshot, page))) {
    throw notFound('page', `${namespace}/${code}`)
  }
  const { name, icon } = page.body
  const widgets = await listWidgets(ctx, snapshot, page)
  return { namespace, code, name, icon, solution: page.solution, widgets }
}

/** The widgets of a page that the caller may look at. */
async function listWidgets(ctx: Context, snapshot: Snapshot, page: Page): Promise<PageWidget[]> {
  const found = widgetsOf(snapshot, page)
  const isAllowed = await Promise.all(found.map(({ widget }) => mayLookAt(ctx, snapshot, widget)))
  return found
    .filter((_, at) => isAllowed[at])
    .map(({ place, widget: { code, body } }) => ({
      code,
      name: body.name,
      type: body.type,
      settings: readSettings(body),
      width: place.width ?? null,
      height: place.height ?? null,
      column: place.column ?? null,
    }))
}

const widgetsOf = (snapshot: Snapshot, { namespace, body }: Page) =>
  body.widgets.map(placeOf).flatMap((place) => {
    const widget = snapshot.find('widget', namespace, place.widget)
    return widget && !widget.deletedAt ? [{ place, widget }] : []
  })

function readSettings({ type, settings }: Widget['body']): PageWidget['settings'] {
  if (!isWidgetType(type)) return null
  const parsed = widgetTypes[type].safeParse(settings)
  return parsed.success ? parsed.data : null
}

/** Everything that a widget is made of must be open to the caller. */
async function mayLookAt(ctx: Context, snapshot: Snapshot, { body }: Widget): Promise<boolean> {
  const asked = widgetTargets(body).map(({ kind, namespace, code, path }) => {
    const place = { namespace, code }
    const key = path[1]
    if (kind === 'app') {
      return key === 'create' ? canUse(ctx, place, 'create') : seesApp(ctx, snapshot, place)
    }
    if (kind === 'contract') return seesContract(ctx, snapshot, place)
    if (kind === 'report')
      return isLive(snapshot, 'report', place) && mayOnReport(ctx, 'read', place)
    return (
      isLive(snapshot, 'process', place) && may(ctx, place, key === 'start' ? 'create' : 'read')
    )
  })
  return (await Promise.all(asked)).every(Boolean)
}

const isLive = (snapshot: Snapshot, kind: 'report' | 'process', { namespace, code }: Address) =>
  snapshot.find(kind, namespace, code)?.deletedAt === null

async function seesApp(
  ctx: Context,
  snapshot: Snapshot,
  { namespace, code }: Address,
): Promise<boolean> {
  const app = snapshot.findApp(namespace, code)
  return app !== undefined && (await listSeen(readerOf(ctx), [app])).length > 0
}

/** Whoever sees one of its apps sees the items of that one. */
async function seesContract(
  ctx: Context,
  snapshot: Snapshot,
  { namespace, code }: Address,
): Promise<boolean> {
  const contract = snapshot.find('contract', namespace, code)
  if (!contract || contract.deletedAt) return false
  const apps = Object.keys(contract.body.apps).flatMap((path) => {
    const place = parsePath(path)
    const app = snapshot.find('app', place.namespace, place.code)
    return app && !app.deletedAt ? [toApp(app)] : []
  })
  return (await listSeen(readerOf(ctx), apps)).length > 0
}
