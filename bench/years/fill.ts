import { once } from 'node:events'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { say } from '../../src/commands/say.ts'
import { startEmbedded } from '../../src/platform/db/embedded.ts'
import { itemId } from '../items/app.ts'
import { copyItems } from '../items/fill.ts'

/** `minutes`: no partition of the log is begun later. */
export type Age = { events: number; items: number; minutes?: number | undefined }

/** Positions of a partition. */
const SPAN = 20_000_000

/** For the time of filling: what is lost in a power cut is made again. */
const QUICK = {
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '512MB',
  maintenance_work_mem: '768MB',
}

/** Years of work in the folder of a server that is stopped: events and items like the first ones. What is there stays. */
export async function fill(folder: string, age: Age): Promise<Age> {
  const postgres = await startEmbedded({
    folder: join(folder, 'data', 'pg'),
    purpose: 'bench years',
    settings: QUICK,
  })
  const client = new pg.Client(postgres.connection)
  await client.connect()
  try {
    const late = Date.now() + (age.minutes ?? Number.POSITIVE_INFINITY) * 60_000
    if (!(await hasItem(client, age.items - 1))) await fillItems(client, age.items)
    const events = await fillLog(client, age, late)
    const { rows } = await client.query<{ log: string; things: string }>(`
      select pg_size_pretty(sum(pg_total_relation_size(inhrelid))) as log,
        pg_size_pretty(pg_total_relation_size('ws_bench.things')) as things
      from pg_inherits where inhparent = 'kontor.events'::regclass`)
    const [size] = rows
    say(`${events} events: ${size?.log}; ${age.items} items: ${size?.things}`)
    return { ...age, events }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

async function hasItem(client: pg.Client, number: number): Promise<boolean> {
  const { rows } = await client.query('select from ws_bench.things where "__id" = $1', [
    itemId(number),
  ])
  return rows.length > 0
}

async function fillItems(client: pg.Client, count: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; ddl: string }>(`
    select format('%I.%I', schemaname, indexname) as name, indexdef as ddl from pg_indexes
    where schemaname = 'ws_bench' and tablename = 'things' and indexname <> 'things$id'`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  // Triggers would count every row; it is one number.
  await client.query('set session_replication_role = replica')
  const changes = {
    title: `'Delivery number ' || n`,
    __name: `'Delivery number ' || n`,
    count: 'n % 1000',
    due: `timestamptz '2026-01-01' + n % 500000 * interval '1 minute'`,
  }
  await copyItems(client, 'things', { count, start: '0190', changes })
  await client.query('set session_replication_role = origin')
  await client.query(
    `insert into kontor.item_counts (app, items, live) values ('ws_bench.things', $1, $1)`,
    [count - 1],
  )
  for (const { ddl } of indexes) await client.query(ddl)
  await client.query('vacuum analyze ws_bench.things')
  say(`items up to ${count}`)
}

/** Partition by partition; what the server has written so far is the beginning of the first one. */
async function fillLog(client: pg.Client, age: Age, late: number): Promise<number> {
  let upTo = 0
  for (let first = 0; first <= age.events && Date.now() < late; first += SPAN) {
    upTo = Math.min(first + SPAN - 1, age.events)
    if (await hasEvent(client, upTo)) continue
    await fillPartition(client, { first, upTo, ...age })
    say(`events up to ${upTo}`)
  }
  const newest = '(select max(position) from kontor.events)'
  await client.query(`
    select setval('kontor.events_position_seq', ${newest});
    select kontor.extend_events(40000000);
    update kontor.event_account set position = ${newest}, up_to = null, writers = null;
    update kontor.search_feed set cursor = jsonb_build_object('position', ${newest});
    analyze kontor.events; checkpoint`)
  return upTo
}

async function hasEvent(client: pg.Client, position: number): Promise<boolean> {
  const { rows } = await client.query('select from kontor.events where position = $1', [position])
  return rows.length > 0
}

type Part = Age & { first: number; upTo: number }

/** As it is after the vacuum: frozen rows, indexes in order. */
async function fillPartition(client: pg.Client, part: Part): Promise<void> {
  const { first } = part
  const name = `kontor.events_${first}`
  await client.query(`begin; create temp table begun on commit drop as
    select * from kontor.events where position >= ${first}`)
  const { rows } = await client.query<{ last: number; isThere: boolean }>(
    `select coalesce(max(position), ${first - 1})::int as last,
       to_regclass('${name}') is not null as "isThere" from begun`,
  )
  const { last = 0, isThere } = rows[0] ?? {}
  if (isThere) {
    await client.query(`alter table kontor.events detach partition ${name}; drop table ${name}`)
  }
  await client.query(`create table ${name} (like kontor.events)`)
  await copyEvents(client, name, { ...part, first: Math.max(last + 1, 1) })
  await client.query(`insert into ${name} select * from begun;
    alter table ${name} add primary key (position),
      add check (position >= ${first} and position < ${first + SPAN});
    create index on ${name} (object_id, position);
    create index on ${name} ((data #>> '{item,id}'), position)
      where jsonb_typeof(data -> 'item') = 'object';
    alter table kontor.events attach partition ${name}
      for values from (${first === 0 ? 'minvalue' : first}) to (${first + SPAN});
    commit; analyze ${name}`)
}

const LINES = 2000
const YEARS = 3 * 365 * 86_400_000

/** Changes of items, each of which has its share. */
async function copyEvents(client: pg.Client, table: string, part: Part): Promise<void> {
  const { first, upTo, events, items } = part
  const stream = client.query(
    copyFrom(`copy ${table} (position, at, type, object_id, namespace, code, data)
      from stdin with (freeze)`),
  )
  const begin = Date.now() - YEARS
  for (let from = first; from <= upTo; from += LINES) {
    const at = new Date(begin + (from / events) * YEARS).toISOString()
    let text = ''
    for (let position = from; position < from + LINES && position <= upTo; position++) {
      const item = itemId((position * 7919) % items)
      text += `${position}\t${at}\tapp.item.updated\titem:bench/things/${item}\tbench\tthings\t{"after": {"count": ${position % 1000}}}\n`
    }
    if (!stream.write(text)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
}
