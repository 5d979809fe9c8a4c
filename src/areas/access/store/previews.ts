import type { Db } from '../../../platform/db/db.ts'
import { sql } from '../../../platform/db/sql.ts'

export type PreviewRow = { viewer_id: string; user_id: string; expires_at: Date }
type NewPreview = { id: string; viewer: string; user: string; expiresAt: Date }

/** Those that are over go at the same time. */
export async function insertPreview(db: Db, preview: NewPreview, now: Date): Promise<void> {
  await db.run(sql`delete from kontor.previews where expires_at < ${now}`)
  await db.run(sql`
    insert into kontor.previews (id, viewer_id, user_id, expires_at)
    values (${preview.id}, ${preview.viewer}, ${preview.user}, ${preview.expiresAt})`)
}

export async function findPreview(db: Db, id: string): Promise<PreviewRow | undefined> {
  return db.first(sql<PreviewRow>`
    select viewer_id, user_id, expires_at from kontor.previews where id = ${id}`)
}

export const deletePreview = (db: Db, id: string) =>
  db.run(sql`delete from kontor.previews where id = ${id}`)
