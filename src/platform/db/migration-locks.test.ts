import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Tables that grow with the work of a system. */
const LARGE = [
  ...['events', 'process_tasks', 'process_instances', 'process_jobs', 'process_history'],
  ...['messages', 'comments', 'notifications', 'files', 'file_bodies', 'search_entries'],
]
/** From before the rule. */
const LAST_BEFORE = 57

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
    (file) => Number(file.slice(0, 4)) > LAST_BEFORE,
  )
  const found = await Promise.all(
    files.map(async (file) => ({
      file,
      refused: findRefused(await readFile(`migrations/${file}`, 'utf8')),
    })),
  )

  expect(found.filter(({ refused }) => refused.length > 0)).toEqual([])
})

test('the migrations that made the rule necessary would be refused', async () => {
  const refused = async (file: string) =>
    findRefused(await readFile(`migrations/${file}`, 'utf8')).map((what) => what.split(':')[0])

  expect(await refused('0051_team_work.sql')).toEqual(['an index'])
  expect(await refused('0054_suspensions.sql')).toEqual(['an index'])
  expect(await refused('0056_agents.sql')).toEqual(['a constraint'])
  const pages = 'create table kontor.pages (owner uuid references kontor.process_instances)'
  expect(findRefused(pages)).toEqual([expect.stringContaining('a foreign key')])
})
