import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startDirectories } from '../../../test/directories.ts'
import { solution } from '../../../test/solution.ts'
import { RECYCLE_BIN, SHARED_FILES } from '../../lib/ids.ts'

const {
  as,
  admin,
  ann,
  bob,
  makeDirectory,
  change,
  remove,
  getDirectory,
  upload,
  getFile,
  eventsOf,
  grantRead,
} = await startDirectories()

test('a directory is renamed, with one event, and none where nothing changes', async () => {
  const id = await makeDirectory(ann)
  const name = randomUUID()

  const renamed = await change(ann, id, { name: ` ${name} ` })
  await change(ann, id, { name })
  await change(ann, id, {})

  expect(renamed).toMatchObject({ __id: id, __name: name, directory: SHARED_FILES })
  expect(await eventsOf(`directory:${id}`)).toEqual([
    'disk.directory.moved',
    'disk.directory.created',
  ])
})

test('the folder of an app that is called in several languages has the first of its names', async () => {
  const files = solution('shops', {
    'workspaces/shops/apps/tills.yaml': `name: { ru: Кассы, en: Tills }
rights: { "group:all_users": [read] }
`,
  })
  await as(admin).solutions.apply({ input: { files } })

  const filter = { tf: { __name: 'Кассы' } }
  const { result } = await as(ann).disk.listDirectories({ input: { filter } })
  expect(result.result).toMatchObject([{ __name: 'Кассы', system: true }])
})

test('a directory is moved with everything in it, and rights follow the new place', async () => {
  const [from, to] = [await makeDirectory(ann, ann.id), await makeDirectory(ann)]
  const moved = await makeDirectory(ann, from)
  const inside = await makeDirectory(ann, moved)
  const file = await upload(ann, inside)
  await expect(getFile(bob, file.__id)).rejects.toMatchObject({ status: 404 })

  const { parentsList } = await change(ann, moved, { directory: to })

  expect(parentsList).toEqual([to, SHARED_FILES])
  expect((await getDirectory(bob, inside)).parentsList).toEqual([moved, to, SHARED_FILES])
  expect(await getFile(bob, file.__id)).toEqual(file)
  await change(ann, moved, { directory: ann.id })
  await expect(getFile(bob, file.__id)).rejects.toMatchObject({ status: 404 })
})

test('rights that were granted in a directory come along with it', async () => {
  const to = await makeDirectory(ann, ann.id)
  const moved = await makeDirectory(ann, ann.id)
  const inside = await makeDirectory(ann, moved)
  const file = await upload(ann, inside)
  await grantRead([ann.id, moved, inside], bob)
  const { grant } = (await grantRead([ann.id, moved], bob)) as { grant: { id: string } }

  await change(ann, moved, { directory: to })

  expect((await getDirectory(bob, inside)).__id).toBe(inside)
  expect(await getFile(bob, file.__id)).toEqual(file)
  const object = [ann.id, to, moved].join('/')
  const { grants } = await as(admin).access.listGrants({ input: { kind: 'directory', object } })
  expect(grants).toMatchObject([{ id: grant.id, right: 'read', subject: bob.id }])
  expect(await eventsOf(`directory:${object}`)).toEqual(['access.moved'])
  await as(admin).access.revokeGrant({ params: { id: grant.id } })
  await expect(getDirectory(bob, moved)).rejects.toMatchObject({ status: 404 })
  expect((await getDirectory(bob, inside)).__id).toBe(inside)
})

test('a directory does not lie in itself, however deep', async () => {
  const top = await makeDirectory(ann)
  const middle = await makeDirectory(ann, top)
  const bottom = await makeDirectory(ann, middle)

  for (const directory of [top, middle, bottom]) {
    const call = change(ann, top, { directory })
    await expect(call).rejects.toMatchObject({ status: 400 })
  }
})

test('of two that are moved into each other at once one is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [one, other] = [await makeDirectory(ann), await makeDirectory(ann)]

    const settled = await Promise.allSettled([
      change(ann, one, { directory: other }),
      change(ann, other, { directory: one }),
    ])

    expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  }
})

test('what is made in a directory that moves at the same moment knows its way', async () => {
  for (let round = 0; round < 5; round++) {
    const [moved, to] = [await makeDirectory(ann), await makeDirectory(ann)]

    const [inside] = await Promise.all([
      makeDirectory(ann, moved),
      change(ann, moved, { directory: to }),
    ])

    expect((await getDirectory(ann, inside)).parentsList).toEqual([moved, to, SHARED_FILES])
  }
})

test('a branch is not moved deeper than a directory may lie', async () => {
  let deep = ann.id
  for (let level = 1; level < 100; level++) deep = await makeDirectory(ann, deep)
  const branch = await makeDirectory(ann)
  const leaf = await makeDirectory(ann, branch)

  const tooDeep = change(ann, branch, { directory: deep })

  await expect(tooDeep).rejects.toMatchObject({ status: 400 })
  expect((await change(ann, leaf, { directory: deep })).parentsList).toHaveLength(100)
})

test('names stay unique where they must be', async () => {
  const [one, other] = [await makeDirectory(ann), await makeDirectory(ann)]
  const name = randomUUID()
  const there = await makeDirectory(ann, other, name)
  const here = await makeDirectory(ann, one, name)
  const file = await upload(ann, other)

  for (const [id, input] of [
    [here, { directory: other }],
    [there, { name: file.name }],
  ] as const) {
    await expect(change(ann, id, input)).rejects.toMatchObject({ status: 409 })
  }
  const free = await change(ann, here, { directory: other, name: 'another name' })
  expect(free).toMatchObject({ __name: 'another name', directory: other })
})

test.each(['', '..', 'a/b', 'x'.repeat(300)])('the name "%s" is refused', async (name) => {
  const id = await makeDirectory(ann)
  const { __id: file } = await upload(ann, id)

  await expect(change(ann, id, { name })).rejects.toMatchObject({ status: 400 })
  const renaming = as(ann).disk.renameFile({ params: { id: file }, input: { name } })
  await expect(renaming).rejects.toMatchObject({ status: 400 })
})

test('directories of the system stay as they are', async () => {
  for (const id of [SHARED_FILES, RECYCLE_BIN, ann.id]) {
    const to = await makeDirectory(admin)
    await expect(change(admin, id, { name: 'x' })).rejects.toMatchObject({ status: 400 })
    await expect(change(admin, id, { directory: to })).rejects.toMatchObject({ status: 400 })
    await expect(remove(admin, id)).rejects.toMatchObject({ status: 400 })
  }
  const id = await makeDirectory(admin)
  const binned = change(admin, id, { directory: RECYCLE_BIN })
  await expect(binned).rejects.toMatchObject({ status: 400 })
})

test('only who made a directory or has the right changes or deletes it', async () => {
  const id = await makeDirectory(ann)
  const [mine, hers] = [await makeDirectory(bob), await makeDirectory(ann, ann.id)]

  await expect(change(bob, id, { name: 'x' })).rejects.toMatchObject({ status: 403 })
  await expect(change(bob, id, { directory: mine })).rejects.toMatchObject({ status: 403 })
  await expect(remove(bob, id)).rejects.toMatchObject({ status: 403 })
  await expect(change(bob, mine, { directory: hers })).rejects.toMatchObject({ status: 404 })
  expect((await change(admin, id, { name: randomUUID() })).__id).toBe(id)
})

test('an author neither moves nor deletes what others put into their directory', async () => {
  const id = await makeDirectory(ann)
  const inside = await makeDirectory(ann, id)
  const file = await upload(bob, inside)
  const to = await makeDirectory(ann, ann.id)

  await expect(remove(ann, id)).rejects.toMatchObject({ status: 403 })
  await expect(change(ann, id, { directory: to })).rejects.toMatchObject({ status: 403 })
  expect((await change(ann, id, { name: randomUUID() })).__id).toBe(id)
  await as(bob).disk.deleteFiles({ input: { fileIds: [file.__id] } })
  const below = await makeDirectory(bob, inside)
  await expect(remove(ann, id)).rejects.toMatchObject({ status: 403 })
  await remove(bob, below)
  expect(await remove(ann, id)).toMatchObject({ directories: 2, files: 0 })
})
