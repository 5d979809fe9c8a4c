import { type StoredApp, snapshotOf } from '../../definitions/snapshot.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import { notFound } from '../../lib/errors.ts'
import type { PageRequest } from '../../lists/page.ts'
import { ListRequest } from '../../lists/request.ts'
import type { Context } from '../../platform/context.ts'
import { listGrantsTo } from '../access/service.ts'
import { canUse } from '../apps/policy.ts'
import { listItems } from '../apps/service.ts'
import { requireReadable } from '../disk/directories.ts'
import { listDirectories, searchFiles } from '../disk/lists.ts'
import type { File } from '../disk/operations.ts'
import type { ItemRow } from './operations.ts'
import { toFile, toRow, type Values } from './rows.ts'

const MOST = 1000

const ALL = { from: 0, size: MOST, after: undefined, total: false, sortExpressions: [] }

/** Whole apps, single items and directories. */
export async function listShared(ctx: Context) {
  const given = await listGrantsTo(ctx, [...ctx.user.subjects])
  const objects = (kind: string) => [
    ...new Set(given.filter((each) => each.kind === kind).map(({ object }) => object)),
  ]
  return {
    apps: await listApps(ctx),
    items: await listSingle(ctx, objects('item').slice(0, MOST)),
    directories: await findDirectories(
      ctx,
      objects('directory').map((path) => path.slice(path.lastIndexOf('/') + 1)),
    ),
  }
}

async function listApps(ctx: Context) {
  const live = (await snapshotOf(ctx)).live('app').filter(({ body }) => !body.hidden)
  const isOpen = await Promise.all(live.map((app) => canUse(ctx, app, 'read')))
  return live
    .filter((_, at) => isOpen[at])
    .map(({ namespace, code, body }) => ({ namespace, code, name: body.name }))
}

async function listSingle(ctx: Context, paths: readonly string[]): Promise<ItemRow[]> {
  const snapshot = await snapshotOf(ctx)
  const found = await Promise.all(
    [...Map.groupBy(paths, (path) => path.slice(0, path.lastIndexOf('/')))].map(
      async ([path, all]) => {
        const [namespace = '', code = ''] = path.split('/')
        const app = snapshot.findApp(namespace, code)
        if (!app || app.deletedAt) return []
        const ids = all.map((each) => each.slice(path.length + 1))
        return (await readRows(ctx, app, { ids, size: -1 })).items
      },
    ),
  )
  return found.flat()
}

/** The items of an app that the caller may read; an app in which they may read nothing does not exist. */
export async function listAppItems(ctx: Context, address: AppAddress, page: PageRequest) {
  const app = (await snapshotOf(ctx)).findApp(address.namespace, address.code)
  const rows = app && !app.deletedAt && (await readRows(ctx, app, page))
  if (!rows || (rows.total === 0 && !(await canUse(ctx, address, 'read')))) {
    throw notFound('app', `${address.namespace}/${address.code}`)
  }
  return { app: app.body.name, ...rows }
}

async function readRows(ctx: Context, app: StoredApp, asked: object) {
  const request = ListRequest.parse({
    ...asked,
    active: true,
    sortExpressions: [{ field: '__createdAt', ascending: false }],
    fields: { __id: true, __name: true, __status: true, __updatedAt: true },
  })
  const found = await listItems(ctx, app, request)
  const next = found.after === undefined ? {} : { after: found.after }
  const items = found.parse<Values>().map((row) => toRow(app, row))
  return { items, total: found.total ?? items.length, ...next }
}

type Directory = { __id: string; __name: string; directory: string | null }

async function findDirectories(ctx: Context, ids: readonly string[]) {
  const request = ListRequest.parse({ ids, size: -1, active: true })
  return (await listDirectories(ctx, request)).parse<Directory>().map(toDirectory)
}

const toDirectory = ({ __id, __name }: Directory) => ({ id: __id, name: __name })

export async function readDirectory(ctx: Context, id: string) {
  await requireReadable(ctx, id)
  const own = await findDirectories(ctx, [id])
  const filter = { tf: { directory: id } }
  const request = ListRequest.parse({ filter, size: MOST, active: true })
  const inside = (await listDirectories(ctx, request)).parse<Directory>()
  const files = await searchFiles(ctx, { filter: { directory: id }, ...ALL })
  return {
    name: own[0]?.name ?? '',
    directories: inside.map(toDirectory),
    files: files.parse<File>().map(toFile),
  }
}
