import { type Snapshot, type StoredApp, snapshotOf, toApp } from '../../definitions/snapshot.ts'
import { pathOf } from '../../lib/app-path.ts'
import type { Next } from '../../lists/page.ts'
import type { Context } from '../../platform/context.ts'
import { listItemNames, readableIds } from '../apps/documents.ts'
import { listPeopleByName } from '../people/users/service.ts'
import { getFolder, listFolderNames } from './nomenclature/service.ts'
import type { JournalEntry, JournalRequest } from './operations.ts'
import { isOn } from './policy.ts'
import { type JournalRow, listJournal, type Visible } from './store/journal.ts'

/** Registrations of items that the caller may read. */
export async function readJournal(
  ctx: Context,
  { folder, app, since, until, q, ...page }: JournalRequest,
): Promise<{ records: JournalEntry[]; total: number } & Next> {
  const snapshot = await snapshotOf(ctx)
  const visible = await visibleIn(ctx, snapshot, app)
  const wanted = {
    visible,
    folder: folder === undefined ? undefined : (await getFolder(ctx, folder)).id,
    since: timeOf(since),
    until: timeOf(until),
    q,
  }
  const { rows, ...rest } = await listJournal(ctx.db, wanted, page)
  return { records: await toEntries(ctx, snapshot, rows), ...rest }
}

const timeOf = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text)

/** Administrators see everything, including registrations of deleted apps. */
async function visibleIn(
  ctx: Context,
  snapshot: Snapshot,
  path: string | undefined,
): Promise<Visible[] | undefined> {
  if (ctx.user.isAdministrator && path === undefined) return undefined
  const apps = snapshot
    .live('app')
    .map(toApp)
    .filter((app) => isOn(app) && (path === undefined || path === pathOf(app)))
  return Promise.all(
    apps.map(async (app) => {
      const { namespace, code } = app
      return { namespace, code, ids: await readableIds(ctx, app) }
    }),
  )
}

async function toEntries(
  ctx: Context,
  snapshot: Snapshot,
  rows: readonly JournalRow[],
): Promise<JournalEntry[]> {
  const [folders, people, items] = await Promise.all([
    listFolderNames(
      ctx,
      rows.map(({ folder_id }) => folder_id),
    ),
    listPeopleByName(
      ctx,
      rows.map(({ registrar_id }) => registrar_id),
    ),
    namesOfItems(ctx, snapshot, rows),
  ])
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    date: row.date.toISOString(),
    folder: { id: row.folder_id, name: folders.get(row.folder_id) ?? '' },
    item: {
      namespace: row.namespace,
      code: row.code,
      id: row.item_id,
      name: items.get(row.item_id ?? '') ?? '',
    },
    registrar: { id: row.registrar_id, name: people.get(row.registrar_id) ?? '' },
    state: row.status,
  }))
}

async function namesOfItems(
  ctx: Context,
  snapshot: Snapshot,
  rows: readonly JournalRow[],
): Promise<ReadonlyMap<string, string>> {
  const byApp = Map.groupBy(rows, ({ namespace, code }) => snapshot.findApp(namespace, code))
  const known = [...byApp].filter((entry): entry is [StoredApp, JournalRow[]] => !!entry[0])
  const names = await Promise.all(
    known.map(([app, own]) =>
      listItemNames(
        ctx,
        app,
        own.flatMap(({ item_id }) => item_id ?? []),
      ),
    ),
  )
  return new Map(names.flatMap((each) => [...each]))
}
