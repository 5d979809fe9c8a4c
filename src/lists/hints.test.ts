import { expect, onTestFinished, test } from 'vitest'
import { appSolution, startSolutions } from '../../test/solution.ts'
import { connectClient } from '../platform/db/db.ts'

const started = await startSolutions()
const { apply, admin, request, connection, sql } = started
await apply(
  appSolution(
    'crm',
    'deals',
    `name: Deals
fields:
  title: { name: Title, type: STRING }
  amount: { name: Amount, type: INTEGER }
  number: { name: Number, type: INTEGER, indexed: true }
  code: { name: Code, type: STRING, unique: true }
  note: { name: Note, type: STRING, searchable: true }
`,
  ),
)

const list = (body: object) =>
  request('/pub/v1/app/crm/deals/list', {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a list says how long its page and its count took', async () => {
  const answer = await list({ sortExpressions: [{ field: 'amount', ascending: true }] })

  expect(answer.status).toBe(200)
  expect(answer.headers.get('server-timing')).toMatch(/^page;dur=[\d.]+, count;dur=[\d.]+/)
})

/** Asks while somebody holds the table, so that the list is slow however fast the machine is. */
async function listSlowly(body: object) {
  const holder = await connectClient(connection)
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('lock table ws_crm.deals in access exclusive mode')
  const answer = list(body)
  const waiting = async () =>
    (
      await sql.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
         and query like '%deals%' and now() - query_start > interval '120 ms'`,
      )
    ).rowCount
  await expect.poll(waiting).toBeGreaterThan(0)
  await holder.query('commit')
  return String((await answer).headers.get('server-timing'))
}

test('a slow list names the indexes that it lacks, and what to write', async () => {
  const tf = { amount: { min: 1 }, title: 'a', number: { min: 1 }, code: 'x', note: 'b' }
  const sortExpressions = [{ field: 'amount', ascending: false }]

  const timing = await listSlowly({ filter: { tf }, sortExpressions, from: 20_000 })

  const hints = Array.from(timing.matchAll(/hint;desc="([^"]*)"/g), ([, hint]) => hint)
  expect(hints).toEqual([
    'amount is sorted without an index: write indexed: true in its definition',
    'amount is filtered without an index: write indexed: true in its definition',
    'title is searched without an index: write searchable: true in its definition',
    'code is searched without an index: write searchable: true in its definition',
    'from is 20000: ask for the next page with after',
  ])
})

test('a slow list with all its indexes has no hint', async () => {
  const tf = { number: { min: 1 }, note: 'b' }

  const timing = await listSlowly({ filter: { tf } })

  expect(timing).not.toContain('hint')
})
