import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, startDirectories } from '../../../test/directories.ts'

const { as, admin, ann, bob, makeDirectory, upload, eventsOf } = await startDirectories()

test('a file is renamed, with one event, and a taken name gets a number', async () => {
  const id = await makeDirectory(ann)
  const file = await upload(ann, id, 'old.txt')
  await upload(ann, id, 'new.pdf')
  const rename = async (by: Person, name: string) =>
    (await as(by).disk.renameFile({ params: { id: file.__id }, input: { name } })).file

  const renamed = await rename(ann, 'new.pdf')
  const same = await rename(ann, renamed.name)

  expect(renamed).toMatchObject({ name: 'new (1).pdf', contentType: 'application/pdf', version: 1 })
  expect(renamed).toMatchObject({ originalName: 'old.txt', directory: id, hash: file.hash })
  expect(same).toEqual(renamed)
  expect(await eventsOf(`file:${file.__id}`)).toEqual(['disk.file.moved', 'disk.file.created'])
  await expect(rename(bob, 'mine.txt')).rejects.toMatchObject({ status: 403 })
  await as(ann).disk.deleteFiles({ input: { fileIds: [file.__id] } })
  await expect(rename(ann, 'gone.txt')).rejects.toMatchObject({ status: 404 })
})

test('files are found in the order that was asked for, page by page', async () => {
  const { directory } = await as(admin).disk.createDirectory({ input: { name: randomUUID() } })
  for (const [name, content] of [
    ['b.txt', '1'],
    ['a.txt', '333'],
    ['c.txt', '22'],
  ] as const) {
    const file = new FormData()
    file.append('file', new Blob([content]), name)
    await as(admin).disk.uploadToDirectory({ params: { id: directory.__id }, input: {}, file })
  }
  const namesBy = async (field: string, ascending: boolean) => {
    const names: string[] = []
    for (let after: string | null | undefined = ''; typeof after === 'string'; ) {
      const { result }: Awaited<ReturnType<typeof search>> = await search(field, ascending, after)
      names.push(...result.result.map(({ name }) => name.slice(0, 1)))
      after = result.after
    }
    return names.join('')
  }
  const search = (field: string, ascending: boolean, after: string) =>
    as(admin).disk.searchFiles({
      input: {
        filter: { directory: directory.__id },
        sortExpressions: [{ field, ascending }],
        size: 2,
        total: false,
        after,
      },
    })

  expect(await namesBy('__name', true)).toBe('abc')
  expect(await namesBy('__name', false)).toBe('cba')
  expect(await namesBy('size', true)).toBe('bca')
  expect(await namesBy('__updatedAt', true)).toBe('bac')
})
