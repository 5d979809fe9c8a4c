import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allKinds } from '../src/app/kinds.ts'
import { buildApp } from '../src/app.ts'
import { feedAll } from '../src/areas/search/feed.ts'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { say } from '../src/commands/say.ts'
import { readConfig } from '../src/platform/config.ts'
import { connectClient } from '../src/platform/db/db.ts'
import { startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { makeLog } from '../src/platform/log.ts'
import { makers } from '../test/make.ts'
import { solution } from '../test/solution.ts'

/** `node bench/search.ts [items] [folder]`: a folder is kept, and its items are used again. */
const ITEMS = Number(process.argv[2] ?? 1_000_000)
const KEPT = process.argv[3]
const CALLS = 20
/** Items that the second user wrote, and may read; the third one wrote a tenth of all. */
const OWN = 1000

const list = (words: string) => `(array['${words.split(' ').join("','")}'])`
const FIRST = list('ba co de fi gu ha ki lo ma ne pi ro su ta vi zo')
const MIDDLE = list('lan ber nik ros tul vem gor dan')
const LAST = list('ov sky son enko ian er in shvili etti ez')
const THING = list('Договор Contract Заявка Walnut Поставка Renewal Счёт Invoice Ремонт Delivery')

/** A surname of some thousands. */
const surname = (n: string) =>
  `initcap(${FIRST}[1 + (${n} * 7) % 16] || ${MIDDLE}[1 + (${n} / 16) % 8]
    || ${LAST}[1 + (${n} / 128) % 10] || ${FIRST}[1 + (${n} / 1280) % 16])`

const FILL = `insert into ws_bench.deals
  ("__id", "__name", "__createdAt", "__createdBy", "__updatedAt", "__updatedBy", note)
  select gen_random_uuid(), ${THING}[1 + n % 10] || ' ' || n || ' ' || ${surname('n')}, now(),
    case when n % ${Math.ceil(ITEMS / OWN)} = 0 then $1::uuid when n % 10 = 3 then $2::uuid
      else gen_random_uuid() end, now(), $1::uuid,
    'Client ' || ${surname('(n * 31)')} || ' ordered the annual maintenance of equipment, комната ' || n % 500
  from generate_series(1, ${ITEMS}) n`

/** The items of the users of the last run get those of this one. */
const REUSE = `with authors as (
    select "__createdBy" as id, rank() over (order by count(*)) as rank
    from ws_bench.deals group by 1 having count(*) > 1)
  update ws_bench.deals d set "__createdBy" = case when a.rank = 1 then $1::uuid else $2::uuid end
  from authors a where a.id = d."__createdBy"`

/** Surnames that are in many items, and in some that the caller may read. */
const SURNAMES = { everything: 'balanovba', 'own items': 'balanovba', 'a tenth': 'halanovba' }

const questionsAbout = (surname: string): Record<string, string> => ({
  'a number': String(ITEMS - 7),
  'a surname': surname,
  'a surname and a word of every tenth name': `walnut ${surname}`,
  'a word of every item': 'maintenance',
  'the same, stemmed, in Russian': 'комнаты',
  'a beginning of two letters': 'co',
  'a beginning of three letters': 'инв',
  'a surname and a beginning that every item has': `${surname} equip`,
  'a misspelt surname': surname.replace('v', 'f'),
  'a surname with two wrong letters': surname.replace('lan', 'lam').replace('v', 'f'),
  'a misspelt word of every item': 'maintenence',
  'something that is nowhere': 'quetzalcoatl',
})

/** What it costs to make the index of a large app, and to find something in it. */
async function search(): Promise<void> {
  const folder = KEPT ?? (await mkdtemp(join(tmpdir(), 'kontor-bench-')))
  const { connection, stop } = await startEmbedded({ folder: join(folder, 'pg'), purpose: 'bench' })
  try {
    await migrate(connection)
    const config = readConfig({
      ...{ PORT: '0', LOG_LEVEL: 'silent', KONTOR_WORKERS: '0', KONTOR_DATA: folder },
      KONTOR_SECRET: 'long enough for a measurement of the search',
    })
    const app = await buildApp({ config, connection, log: makeLog('silent') })
    const address = await app.listen()
    const make = makers(app.platform)
    const all = await make.user({ isAdministrator: true })
    const [own, tenth] = [await make.user(), await make.user()]
    const as = (token: string) => createClient(areas, overHttp(address, token))
    const files = solution('bench', {
      'workspaces/bench/apps/deals.yaml': `name: Deals
fields: { note: { name: Note, type: STRING, searchable: true } }
rights: { role:author: [read] }
`,
    })
    await as(all.token).solutions.apply({ input: { files } })
    const client = await connectClient(connection)
    const { rowCount } = await client.query(REUSE, [own.id, tenth.id])
    if (rowCount === 0) {
      await timed(`${ITEMS} items`, () => client.query(FILL, [own.id, tenth.id]))
      await client.query('vacuum analyze ws_bench.deals')
      await timed('the index', () => feedAll(app.platform, allKinds))
      await client.query('vacuum analyze kontor.search_entries, kontor.search_words')
    }
    const { rows } = await client.query(`select
      pg_size_pretty(pg_total_relation_size('kontor.search_entries')) as entries,
      pg_size_pretty(pg_relation_size('kontor.search_entries_words')) as words`)
    say(`  ${JSON.stringify(rows[0])}`)
    await client.end()
    for (const [who, { token }] of Object.entries({
      everything: all,
      'own items': own,
      'a tenth': tenth,
    })) {
      const questions = questionsAbout(SURNAMES[who as keyof typeof SURNAMES])
      for (const [what, q] of Object.entries(questions)) {
        await measure(`${who}: ${what}`, () => as(token).search.find({ input: { q } }))
      }
    }
    await app.stop()
  } finally {
    await stop()
    if (KEPT === undefined) await rm(folder, { recursive: true })
  }
}

type Answer = { total: number; isTotalExact: boolean; isPartial: boolean }

async function measure(what: string, ask: () => Promise<Answer>): Promise<void> {
  const times: number[] = []
  let found: Answer | undefined
  for (let call = 0; call < CALLS; call++) {
    const start = performance.now()
    found = await ask()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const count = `${found?.total}${found?.isTotalExact ? '' : '+'}${found?.isPartial ? ' partial' : ''}`
  const [half, most] = [times[CALLS / 2] ?? 0, times.at(-1) ?? 0]
  say(
    `  ${what.padEnd(64)} ${half.toFixed(0).padStart(5)} ms, at most ${most.toFixed(0)} (${count})`,
  )
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  await work()
  say(`  ${what.padEnd(64)} ${((performance.now() - start) / 1000).toFixed(1).padStart(5)} s`)
}

await search()
