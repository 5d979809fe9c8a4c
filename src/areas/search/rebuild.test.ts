import { expect, test } from 'vitest'
import { startImports } from '../../../test/imports.ts'
import { kontor, urlOf } from '../../../test/kontor.ts'
import { feedNow } from '../../../test/search.ts'
import { insertItems } from '../../../test/solution.ts'

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

test('the lag is told until the events are read', async () => {
  await feedNow(app.platform)
  expect(await lag()).toBe(0)
  const params = { namespace: 'service', code: 'notes' }
  await as(admin).apps.createItem({ params, input: { context: { subject: 'a', __name: 'Heron' } } })

  expect(await lag()).toBeGreaterThan(0)
  const { out } = await kontor(['search', 'status', '--json'], environment)
  expect(JSON.parse(out)).toEqual({ behind: await lag(), incomplete: 0 })
  await feedNow(app.platform)
  expect(await lag()).toBe(0)
  expect(await find('heron')).toEqual(['Heron'])
})

test('an import without events is read as a whole', async () => {
  await load('requests', 'subject\nCormorant\n', { events: false })
  await feedNow(app.platform)

  expect(await find('cormorant')).toEqual([expect.stringContaining('Cormorant')])
})
