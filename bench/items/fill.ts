import pg from 'pg'
import type { Stand } from '../stand.ts'
import { COMPANIES, companyId, contextOf, files, SIZES, type Size } from './app.ts'
import { caller, post } from './call.ts'

/** Makes the apps and their items: one through the API, and all others like it. */
export async function fill(stand: Stand): Promise<void> {
  await post(stand, '/manage/v1/solutions/apply', { files })
  const owner = await caller(stand)
  await post(stand, '/pub/v1/app/bench/companies/create', {
    context: { __id: companyId(0), city: 'Bonn' },
  })
  const client = new pg.Client(stand.connection)
  await client.connect()
  try {
    await copyItems(client, 'companies', { count: COMPANIES, start: '0191', changes: {} })
    for (const size of Object.keys(SIZES) as Size[]) {
      const context = contextOf(0, { reference: 'first', owner })
      await post(stand, `/pub/v1/app/bench/${size}/create`, { context })
      await copyItems(client, size, { count: SIZES[size], start: '0190', changes: CHANGES })
    }
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** What differs from item to item, over the number `n`. */
const CHANGES = {
  title: `'Delivery number ' || n`,
  place: `'place ' || n % 1000`,
  reference: `'R-' || n`,
  count: 'n % 1000',
  price: 'n % 100000',
  due: `timestamptz '2026-01-01' + n % 500000 * interval '1 minute'`,
  company: `array['01910000-0000-7000-8000-' || lpad(to_hex(n % ${COMPANIES}), 12, '0')]::uuid[]`,
}

type Copies = { count: number; start: string; changes: Record<string, string> }

export async function copyItems(
  client: pg.Client,
  app: string,
  { count, start, changes }: Copies,
  workspace = 'bench',
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = $2 and table_name = $1 order by ordinal_position`,
    [app, `ws_${workspace}`],
  )
  const values: Record<string, string> = {
    __id: `('${start}0000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`,
    __index: `nextval('ws_${workspace}."${app}$index"')`,
    __createdAt: `timestamptz '2026-01-01' + n * interval '1 second'`,
    ...changes,
  }
  const columns = rows.map(({ name }) => `"${name}"`)
  const chosen = rows.map(({ name }) => values[name] ?? `t."${name}"`)
  await client.query(
    `insert into ws_${workspace}."${app}" (${columns})
     select ${chosen} from (select * from ws_${workspace}."${app}" order by "__createdAt" limit 1) t,
       generate_series(1, ${count - 1}) n`,
  )
}
