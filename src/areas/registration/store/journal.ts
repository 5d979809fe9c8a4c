import { containing } from '../../../fields/kinds/like.ts'
import { descending, listPage, type PageRequest } from '../../../lists/page.ts'
import type { Db } from '../../../platform/db/db.ts'
import { or, type Sql, sql } from '../../../platform/db/sql.ts'

/** An app whose registrations may be seen; `ids` are the items, undefined = all. */
export type Visible = { namespace: string; code: string; ids: Sql | undefined }

export type JournalRow = {
  id: string
  number: string
  date: Date
  folder_id: string
  namespace: string
  code: string
  item_id: string | null
  registrar_id: string
  status: 'registered' | 'reserved' | 'canceled'
}

export type JournalFilter = {
  /** Undefined = whatever there is. */
  visible: readonly Visible[] | undefined
  folder: string | undefined
  since: Date | undefined
  until: Date | undefined
  q: string | undefined
}

const COLUMNS = sql`r.id, r.number, r.date, r.folder_id, r.namespace, r.code, r.item_id,
  r.registrar_id, r.status`

export const listJournal = (db: Db, wanted: JournalFilter, page: PageRequest) =>
  listPage<JournalRow>(
    db,
    {
      columns: COLUMNS,
      from: sql`kontor.registrations r`,
      where: conditions(wanted),
      order: [descending('r.date', 'timestamptz'), descending('r.id', 'uuid')],
    },
    page,
  )

function conditions({ visible, folder, since, until, q }: JournalFilter): Sql[] {
  return [
    ...(visible ? [or(visible.map(isVisible))] : []),
    ...(folder === undefined ? [] : [sql`r.folder_id = ${folder}::uuid`]),
    ...(since ? [sql`r.date >= ${since}::timestamptz`] : []),
    ...(until ? [sql`r.date < ${until}::timestamptz`] : []),
    ...(q ? [sql`r.number ilike ${containing(q)}::text`] : []),
  ]
}

const isVisible = ({ namespace, code, ids }: Visible): Sql => {
  const inApp = sql`r.namespace = ${namespace}::text and r.code = ${code}::text`
  return ids ? sql`(${inApp} and r.item_id in (${ids}))` : sql`(${inApp})`
}
