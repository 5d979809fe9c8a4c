import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { appSolution } from '../../../test/solution.ts'
import { FieldCode } from '../../lib/codes.ts'

/** Every word of our own SQL: columns, variables, aliases and functions. */
function ownWords(): string[] {
  const migrations = globSync('migrations/*.sql').map((path) => readFileSync(path, 'utf8'))
  const statements = globSync('src/{areas/apps,lists,fields,areas/solutions,platform}/**/*.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => readFileSync(path, 'utf8').match(/sql(?:<[^`]*>)?`[^`]*`/g) ?? [])
  const words = [...migrations, ...statements].join(' ').match(/\b[a-z][a-z_]*\b/g) ?? []
  return [...new Set(words)].filter((word) => FieldCode.safeParse(word).success)
}

const { as, admin } = await startApp()
const { apps, solutions } = as(admin)
/** Short words are aliases and variables, the likeliest to clash. */
const words = ownWords().filter(({ length }) => length <= 5)
const fields = words.map((word) => `  "${word}": { name: X, type: STRING }\n`).join('')
const app = `name: Words\nnameTemplate: "{$name} {$row}"\nfields:\n${fields}`
await solutions.apply({
  input: { files: appSolution('own', 'words', app.replace('name: X', 'name: X, unique: true')) },
})
const params = { namespace: 'own', code: 'words' }
const filled = (text: string) => Object.fromEntries(words.map((word) => [word, `${text} ${word}`]))

test('the words are found', () => {
  expect(words).toEqual(expect.arrayContaining(['app', 'id', 'items', 'live', 'name', 'row', 't']))
})

test('a field may be called like anything in our SQL', async () => {
  const { item } = await apps.createItem({ params, input: { context: filled('one') } })
  const id = String(item.__id)
  const place = { ...params, id }
  expect(item).toMatchObject({ ...filled('one'), __name: 'one name one row' })

  const updated = await apps.updateItem({ params: place, input: { context: filled('two') } })
  expect(updated.item).toMatchObject(filled('two'))
  const items = ['three', 'four'].map((each) => ({
    context: { ...filled(each), __externalId: each },
  }))
  const upserted = await apps.upsertItems({ params, input: { items } })
  expect(upserted.failed).toBe(0)
  await apps.deleteItem({ params: place })
  await apps.restoreItem({ params: place })

  const { result } = await apps.listItems({ params, input: { size: 10 } })
  expect(result.total).toBe(3)
})

test('lists filter, sort and group by it', async () => {
  for (const word of words.filter(({ length }) => length <= 4)) {
    const filter = { tf: { [word]: `two ${word}` } }
    const sortExpressions = [{ field: word, ascending: true }]
    const { result } = await apps.listItems({ params, input: { filter, sortExpressions } })
    const { groups } = await apps.aggregate({
      params,
      input: { groupBy: [{ field: word }], values: [{ function: 'count' }] },
    })

    expect([word, result.total, groups.length]).toEqual([word, 1, 3])
  }
})

test('what does not fit into one row is told', async () => {
  const many = Array.from({ length: 990 }, (_, at) => `  f${at}: { name: F, type: STRING }\n`).join(
    '',
  )
  await solutions.apply({
    input: { files: appSolution('wide', 'words', `name: Wide\nfields:\n${many}`) },
  })
  const context = Object.fromEntries(
    Array.from({ length: 990 }, (_, at) => [`f${at}`, 'some text']),
  )

  const creating = apps.createItem({
    params: { namespace: 'wide', code: 'words' },
    input: { context },
  })

  await expect(creating).rejects.toMatchObject({ status: 413 })
})
