import { expect, test } from 'vitest'
import { feedNow } from './search.ts'
import { solution, startSolutions } from './solution.ts'

const { app, as, admin, make, apply, sql } = await startSolutions()
await apply(
  solution('law', {
    'workspaces/law/apps/papers.yaml':
      'name: Papers\nfields:\n  note: { name: Note, type: STRING, searchable: true }\n  tags: { name: Tags, type: CATEGORY, options: { one: Срочно } }\n  who: { name: Who, type: FULL_NAME, searchable: true }\n',
  }),
)
const { apps, users, disk, search } = as(admin)
const params = { namespace: 'law', code: 'papers' }
await apps.createItem({
  params,
  input: {
    context: {
      __name: 'ДОГОВОР поставки',
      note: 'Приложение №1 к Договору',
      who: { lastname: 'ЁЛКИНА', firstname: 'Анна', middlename: '' },
    },
  },
})
await make.user({ login: 'щукина', lastName: 'ЩУКИНА', firstName: 'Ольга' })
const { directory } = await disk.createDirectory({ input: { __name: 'ДОГОВОРЫ' } })
const file = new FormData()
file.append('file', new Blob(['text']), 'ДОГОВОР аренды.txt')
await disk.uploadToDirectory({ params: { id: directory.__id }, input: {}, file })
await feedNow(app.platform)

const items = async (filter: Record<string, unknown>) =>
  (await apps.listItems({ params, input: { filter } })).result.result.length
const like = (field: string, text: string) => ({ like: [{ field }, { const: text }] })

test.each([
  ['a name', like('__name', '%договор%')],
  ['a name by its beginning', { tf: { __name: 'договор' } }],
  ['a text', like('note', '%ДОГОВОРУ%')],
  ['a text in EQL', { eql: { query: "[note] like 'ДОГОВОРУ'" } }],
  ['the name of a person', { tf: { who: 'ёлкина' } }],
])('items are found by %s in another case', async (_, filter) => {
  expect(await items(filter)).toBe(1)
})

test('people, files and everything else are found in another case', async () => {
  const people = await users.listPeople({ input: { text: 'щукинА' } })
  const files = await disk.searchFiles({ input: { filter: { __name: 'договор АРЕНДЫ' } } })
  const found = await search.find({ input: { q: 'договор ПОСТАВКИ' } })

  expect(people.users.map(({ login }) => login)).toEqual(['щукина'])
  expect(files.result.result.map(({ __name }) => __name)).toEqual(['ДОГОВОР аренды.txt'])
  expect(found.results.map(({ title }) => title)).toContain('ДОГОВОР поставки')
})

test('names in another case are found by the index', async () => {
  await sql.query('begin; set local enable_seqscan = off')
  const { rows } = await sql.query<{ 'QUERY PLAN': string }>(
    `explain select from ws_law.papers where "__name" ilike '%договор%'`,
  )
  await sql.query('rollback')
  const { rows: letters } = await sql.query<{ known: boolean }>(
    `select show_trgm('ДОГОВОР') && show_trgm('договор') as known`,
  )

  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Bitmap Index Scan on .*search/)
  expect(letters).toEqual([{ known: true }])
})
