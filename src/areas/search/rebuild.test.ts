import { expect, test } from 'vitest'
import { startImports } from '../../../test/imports.ts'
import { kontor, urlOf } from '../../../test/kontor.ts'
import { feedNow } from '../../../test/search.ts'
import { insertItems } from '../../../test/solution.ts'
import { allKinds } from '../../app/kinds.ts'
import { feed } from './feed.ts'

const { app, as, admin, connection, request, sql, load } = await startImports()
const environment = { DATABASE_URL: urlOf(connection) }

const find = async (q: string) =>
  (await as(admin).search.find({ input: { q, kinds: 'item' } })).results.map(({ title }) => title)
const lag = async () => {
  const response = await request('/metrics', {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  return Number(/^kontor_search_lag_events (\d+)$/m.exec(await response.text())?.[1])
}

test('a rebuild finds what the index lost, and forgets what is not there', async () => {
  await feedNow(app.platform)
  const [id] = await insertItems(sql, 'ws_service.notes', [
    { __name: 'Pelican' },
    { __name: 'Egret' },
  ])
  await feedNow(app.platform)
  expect(await find('pelican')).toEqual([])
  await sql.query(`insert into kontor.search_entries
    select 'item:service/notes', gen_random_uuid(), '', 'item:service/notes', gen_random_uuid(), '{}',
      'ghost', '', to_tsvector('simple', 'ghost')`)

  const { code, out } = await kontor(['search', 'rebuild'], environment)

  expect({ code, out }).toEqual({ code: 0, out: 'rebuilt the search index\n' })
  expect(await find('pelican')).toEqual(['Pelican'])
  expect(await find('egret')).toEqual(['Egret'])
  const { rows } = await sql.query(
    `select id from kontor.search_entries where title in ('ghost', 'pelican')`,
  )
  expect(rows).toEqual([{ id }])
})

const readNotesAgain = () =>
  sql.query(`update kontor.search_kinds set is_complete = false, after = null
    where kind = 'item:service/notes'`)

test('an object that cannot be indexed keeps no other one out', async () => {
  const long = String.fromCharCode(...Array.from({ length: 950 }, (_, at) => 0x4e00 + at * 7))
  const names = ['Poison', 'Stork', long].map((__name) => ({ __name }))
  const [, , id] = await insertItems(sql, 'ws_service.notes', names)
  await readNotesAgain()
  await sql.query(`alter table kontor.search_entries
    add constraint poison check (title <> 'poison')`)

  await feedNow(app.platform).finally(() =>
    sql.query('alter table kontor.search_entries drop constraint poison'),
  )

  expect(await find('stork')).toEqual(['Stork'])
  expect(await find('poison')).toEqual([])
  const { rowCount } = await sql.query('select from kontor.search_entries where id = $1', [id])
  expect(rowCount).toBe(1)
})

test('a kind is read as a whole also while there are new events', async () => {
  await feedNow(app.platform)
  await insertItems(sql, 'ws_service.notes', [{ __name: 'Bittern' }])
  await readNotesAgain()
  const params = { namespace: 'service', code: 'notes' }
  await as(admin).apps.createItem({
    params,
    input: { context: { subject: 'a', __name: 'Avocet' } },
  })

  expect(await feed(app.platform, allKinds)).toBe('more')

  expect(await find('bittern')).toEqual(['Bittern'])
  expect(await find('avocet')).toEqual(['Avocet'])
})

test('the lag is told until the events are read', async () => {
  await feedNow(app.platform)
  await expect.poll(lag).toBe(0)
  const params = { namespace: 'service', code: 'notes' }
  await as(admin).apps.createItem({ params, input: { context: { subject: 'a', __name: 'Heron' } } })

  await expect.poll(lag).toBeGreaterThan(0)
  const { out } = await kontor(['search', 'status', '--json'], environment)
  expect(JSON.parse(out)).toEqual({ behind: await lag(), incomplete: 0 })
  await feedNow(app.platform)
  await expect.poll(lag).toBe(0)
  expect(await find('heron')).toEqual(['Heron'])
})

test('an import without events is read as a whole', async () => {
  await load('requests', 'subject\nCormorant\n', { events: false })
  await feedNow(app.platform)

  expect(await find('cormorant')).toEqual([expect.stringContaining('Cormorant')])
})
