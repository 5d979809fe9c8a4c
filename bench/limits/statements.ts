import type pg from 'pg'
import { findEntry, saveEntry } from '../../src/areas/storage/store.ts'
import { type Db, makeDb } from '../../src/platform/db/db.ts'
import { toQuery } from '../../src/platform/db/to-query.ts'
import { appendEvents } from '../../src/platform/events.ts'

const CALLER = '00000000-0000-7000-8000-000000000009'
const nowhere = { scope: '', key: '' }

/** What the server sends for a storage read and for a one-row write, word for word. */
const [select, upsert] = await record(async (db) => {
  await findEntry(db, nowhere, new Date())
  await saveEntry(db, nowhere, { value: '', now: new Date(), by: '', expiresAt: null })
})

async function record(work: (db: Db) => Promise<void>): Promise<string[]> {
  const sent: string[] = []
  const db = makeDb(async ({ text }) => {
    sent.push(text)
    return { rows: [{}] } as pg.QueryResult
  })
  await work(db)
  return sent
}

export const readOf = (key: string): pg.QueryConfig => ({
  name: 'read',
  text: select ?? '',
  values: ['bench', key, new Date()],
})

export function saveOf(key: string, value: string): pg.QueryConfig {
  const now = new Date()
  const values = ['bench', key, value, now, now, CALLER, null]
  return { name: 'save', text: upsert ?? '', values }
}

export function eventOf(key: string, version: number): pg.QueryConfig {
  const data = { scope: 'bench', key, version }
  const event = { type: 'storage.entry.saved' as const, object: `storage:bench/${key}`, data }
  const origin = { at: new Date(), actor: CALLER, credential: CALLER, requestId: newRequest() }
  const [insert] = appendEvents([event], origin)
  if (!insert) throw new Error('an event is appended by one statement')
  return toQuery(insert)
}

const newRequest = () => crypto.randomUUID()

/** The same change and its event as one statement: what a hand-made hot path could do. */
const atOnce = `
  with saved as (${upsert}),
  logged as (
    insert into kontor.events (at, type, object_id, data, actor_id, credential_id, request_id)
    select $4, $8, $9, jsonb_build_object('scope', $1::text, 'key', $2::text, 'version', version),
      $6, $10, $11
    from saved)
  select version, created_at from saved`

export function saveAtOnceOf(key: string, value: string): pg.QueryConfig {
  const { values = [] } = saveOf(key, value)
  const logged = ['storage.entry.saved', `storage:bench/${key}`, CALLER, newRequest()]
  return { name: 'at-once', text: atOnce, values: [...values, ...logged] }
}
