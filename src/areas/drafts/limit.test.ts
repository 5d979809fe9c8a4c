import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { solution } from '../../../test/solution.ts'

const { as, admin, make, connection } = await startApp({
  environment: { KONTOR_DRAFTS_LIMIT: '64KiB' },
})
const client = as(admin)
await client.solutions.apply({ input: { files: solution('shop') } })
const written = (kib: number) => [
  { file: 'notes.md', op: 'write' as const, text: 'x'.repeat(kib * 1024) },
]

test('all drafts of a person together have a limit; what is over it is refused and nothing is lost', async () => {
  const first = (await client.drafts.create({ input: { solution: 'shop' } })).draft
  await client.drafts.edit({ params: { id: first.id }, input: { edits: written(40) } })
  const second = (await client.drafts.create({ input: { solution: 'shop' } })).draft

  const over = client.drafts.edit({ params: { id: second.id }, input: { edits: written(30) } })
  await expect(over).rejects.toMatchObject({
    message: expect.stringContaining('your drafts would change 0.1 MiB of files'),
  })
  const { draft: kept } = await client.drafts.get({ params: { id: second.id } })
  const fits = await client.drafts.edit({
    params: { id: second.id },
    input: { edits: written(20) },
  })
  const other = await make.user({ isAdministrator: true })
  const theirs = (await as(other).drafts.create({ input: { solution: 'shop' } })).draft
  await as(other).drafts.edit({ params: { id: theirs.id }, input: { edits: written(60) } })

  expect([second.id === first.id, kept.changes, fits.revision]).toEqual([false, 0, 2])
})

test('over a limit that was lowered, a draft takes what makes it smaller and nothing else', async () => {
  const author = await make.user({ isAdministrator: true })
  const { draft } = await as(author).drafts.create({ input: { solution: 'shop' } })
  const params = { id: draft.id }
  await as(author).drafts.edit({ params, input: { edits: written(40) } })
  const lower = await startApp({ connection, environment: { KONTOR_DRAFTS_LIMIT: '16KiB' } })
  const edit = (kib: number) =>
    lower.as(author).drafts.edit({ params, input: { edits: written(kib) } })

  await expect(edit(41)).rejects.toMatchObject({ status: 402 })
  expect((await edit(30)).revision).toBe(3)
  expect((await edit(10)).revision).toBe(4)
  await expect(edit(17)).rejects.toMatchObject({ status: 402 })
})
