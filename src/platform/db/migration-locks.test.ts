import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Tables that grow with the work of a system. */
const LARGE = [
  ...['events', 'process_tasks', 'process_instances', 'process_jobs', 'process_history'],
  ...['messages', 'message_comments', 'notifications', 'files', 'file_bodies', 'search_entries'],
]
/** Those of release 0.1.0 make empty tables. */
const LAST_OF_FIRST_RELEASE = 22

const TABLE = `kontor\\.(${LARGE.join('|')})\\b`
/** What reads or rewrites a whole table while nobody else can write to it. */
const REFUSED: Record<string, RegExp> = {
  'an index: build it in a job, concurrently': new RegExp(
    `create (unique )?index (?!concurrently)[^;]* on ${TABLE}`,
  ),
  'a constraint: add it "not valid", and validate it in a job': new RegExp(
    `alter table ${TABLE}[^;]*(add constraint(?![^;,]*not valid)|set not null)`,
  ),
  'a foreign key: it waits for whoever writes to the table, and all others wait for it': new RegExp(
    `references ${TABLE}`,
  ),
  'another type of a column': new RegExp(`alter table ${TABLE}[^;]* type `),
  'a change of all rows: change them in batches, in a job': new RegExp(`update ${TABLE} set`),
}

const findRefused = (text: string): string[] => {
  const plain = text.replace(/--.*$/gm, '').replace(/\s+/g, ' ').toLowerCase()
  return Object.keys(REFUSED).filter((what) => REFUSED[what]?.test(plain))
}

test('new migrations hold no large table while they read all of it', async () => {
  const files = (await readdir('migrations')).filter(
    (file) => Number(file.slice(0, 4)) > LAST_OF_FIRST_RELEASE,
  )
  const found = await Promise.all(
    files.map(async (file) => ({
      file,
      refused: findRefused(await readFile(`migrations/${file}`, 'utf8')),
    })),
  )

  expect(found.filter(({ refused }) => refused.length > 0)).toEqual([])
})

test.each([
  ['create index x on kontor.process_tasks (ended_at) where ended_at is not null', 'an index'],
  ['create unique index x\n  on kontor.process_jobs (instance_id)', 'an index'],
  [
    `alter table kontor.process_tasks drop constraint process_tasks_kind_check,
      add constraint process_tasks_kind_check check (kind in ('user', 'plain'))`,
    'a constraint',
  ],
  ['alter table kontor.files alter column comment set not null', 'a constraint'],
  ['create table kontor.pages (owner uuid references kontor.process_instances)', 'a foreign key'],
  ['alter table kontor.events alter column data type json', 'another type of a column'],
  ["update kontor.notifications set text = ''", 'a change of all rows'],
])('%s is refused', (migration, what) => {
  expect(findRefused(migration)).toEqual([expect.stringMatching(`^${what}`)])
})

test.each([
  'create index concurrently x on kontor.events (at)',
  'alter table kontor.process_jobs add constraint x check (token >= 0) not valid',
  'alter table kontor.process_jobs add column x text',
  'create index x on kontor.webhooks (name)',
])('%s is not', (migration) => {
  expect(findRefused(migration)).toEqual([])
})
