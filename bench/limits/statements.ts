import type pg from 'pg'
import { findEntry, saveEntry } from '../../src/areas/storage/store.ts'
import { makeDb } from '../../src/platform/db/db.ts'
import { appendEvents } from '../../src/platform/events.ts'

const entry = { value: '', now: new Date(), by: '', expiresAt: null }
const event = { type: '', object: '', data: {} }
const origin = { at: new Date(), actor: '', credential: null, requestId: '' }

/** What the server sends for a storage read and for a one-row write with its event, word for word. */
const [select, upsert, insertEvent] = await record(async (db) => {
  await findEntry(db, { scope: '', key: '' }, new Date())
  await saveEntry(db, { scope: '', key: '' }, entry)
})

async function record(work: (db: ReturnType<typeof makeDb>) => Promise<void>): Promise<string[]> {
  const sent: pg.QueryConfig[] = []
  const db = makeDb(async (query) => {
    sent.push(query)
    return { rows: [{}] } as pg.QueryResult
  })
  await work(db)
  return [...sent, ...appendEvents([event], origin)].map(({ text }) => text)
}

const CALLER = '00000000-0000-7000-8000-000000000009'

export const readOf = (key: string): pg.QueryConfig => ({
  name: 'read',
  text: select ?? '',
  values: ['bench', key, new Date()],
})

export const saveOf = (key: string, value: string): pg.QueryConfig => ({
  name: 'save',
  text: upsert ?? '',
  values: ['bench', key, value, new Date(), CALLER, null],
})

export function eventOf(key: string, version: number): pg.QueryConfig {
  const data = { scope: 'bench', key, version }
  const events = [{ type: 'storage.entry.saved', object: `storage:bench/${key}`, data }]
  const values = [new Date(), CALLER, CALLER, crypto.randomUUID(), JSON.stringify(events)]
  return { name: 'event', text: insertEvent ?? '', values }
}

/** The same change and its event as one statement: what a hand-made hot path could do. */
const atOnce = `
  with saved as (${upsert}),
  logged as (
    insert into kontor.events (at, type, object_id, data, actor_id, credential_id, request_id)
    select $4, $7, $8, jsonb_build_object('scope', $1::text, 'key', $2::text, 'version', version),
      $5, $9, $10
    from saved)
  select version, created_at from saved`

export function saveAtOnceOf(key: string, value: string): pg.QueryConfig {
  const { values = [] } = saveOf(key, value)
  const logged = ['storage.entry.saved', `storage:bench/${key}`, CALLER, crypto.randomUUID()]
  return { name: 'at-once', text: atOnce, values: [...values, ...logged] }
}
