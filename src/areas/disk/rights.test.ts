import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { appSolution, startSolutions } from '../../../test/solution.ts'
import { RECYCLE_BIN, SHARED_FILES } from '../../lib/ids.ts'

const { as, admin, make, apply } = await startSolutions()
await apply(
  appSolution('crm', 'deals', 'name: Deals\nfields:\n  scan: { name: Scan, type: FILE }\n'),
)
const app = { namespace: 'crm', code: 'deals' }
type Person = { id: string; token: string }
const [ann, bob] = [await make.user(), await make.user()]

async function grant(object: string, right: string, to: Person | 'author', kind = 'directory') {
  const subject =
    to === 'author'
      ? ({ subjectKind: 'role', subject: 'author' } as const)
      : ({ subjectKind: 'user', subject: to.id } as const)
  await as(admin).access.grant({ input: { kind, object, right, ...subject } })
}

async function upload(by: Person, directory: string, name = `${randomUUID()}.txt`) {
  const data = new FormData()
  data.append('file', new Blob(['text']), name)
  const { file } = await as(by).disk.uploadToDirectory({
    params: { id: directory },
    input: {},
    file: data,
  })
  if (!file) throw new Error('not complete')
  return file
}

const makeDirectory = async (by: Person, parent?: string) => {
  const input = { __name: randomUUID(), ...(parent && { directory: parent }) }
  return (await as(by).disk.createDirectory({ input })).directory.__id
}
const found = async (by: Person, filter: object) =>
  (await as(by).disk.searchFiles({ input: { filter } })).result.result.map(({ __id }) => __id)
const get = (by: Person, id: string) => as(by).disk.getFile({ params: { id } })
const listed = async (by: Person) => {
  const { result } = await as(by).disk.listDirectories({ input: { size: -1 } })
  return result.result.map(({ __id }) => __id)
}

test('everybody reads and adds to the shared files, and changes what they added', async () => {
  const file = await upload(ann, SHARED_FILES)

  expect((await get(bob, file.__id)).file).toEqual(file)
  expect(await found(bob, { directory: SHARED_FILES })).toContain(file.__id)
  const input = { fileIds: [file.__id] }
  const { items: refused } = await as(bob).disk.deleteFiles({ input })
  expect(refused).toMatchObject([{ error: expect.stringContaining('"delete"') }])
  expect((await as(ann).disk.deleteFiles({ input })).items).toEqual([{ id: file.__id }])
})

test('personal files are seen by their owner alone, and by administrators', async () => {
  const inside = await makeDirectory(ann, ann.id)
  const file = await upload(ann, inside)

  expect((await get(ann, file.__id)).file.directory).toBe(inside)
  expect((await get(admin, file.__id)).file.directory).toBe(inside)
  await expect(get(bob, file.__id)).rejects.toMatchObject({ status: 404 })
  const link = as(bob).disk.getLink({ params: { id: file.__id } })
  await expect(link).rejects.toMatchObject({ status: 404 })
  const { items } = await as(bob).disk.downloadLinks({ input: { hashesList: [file.hash] } })
  expect(items).toEqual([{ hash: file.hash, error: 'not found' }])
  expect(await found(bob, { __name: file.name })).toEqual([])
  await expect(upload(bob, ann.id)).rejects.toMatchObject({ status: 404 })
  await expect(as(bob).disk.getDirectory({ params: { id: ann.id } })).rejects.toMatchObject({
    status: 404,
  })
  expect(await listed(bob)).not.toContain(ann.id)
  expect(await listed(ann)).toEqual(expect.arrayContaining([ann.id, inside, SHARED_FILES]))
})

test('a right on a directory holds for everything in it', async () => {
  const outer = await makeDirectory(ann, ann.id)
  const inner = await makeDirectory(ann, outer)
  const file = await upload(ann, inner)
  await grant(`${ann.id}/${outer}`, 'read', bob)

  expect((await get(bob, file.__id)).file.__id).toBe(file.__id)
  expect(await found(bob, { directory: inner })).toEqual([file.__id])
  expect(await listed(bob)).toEqual(expect.arrayContaining([outer, inner]))
  await expect(upload(bob, inner)).rejects.toMatchObject({ status: 403 })
})

test('who may only add sees nothing but what they added where authors may', async () => {
  const box = await makeDirectory(ann, ann.id)
  await grant(`${ann.id}/${box}`, 'create', bob)
  const others = await upload(ann, box)
  const own = await upload(bob, box)
  await expect(get(bob, own.__id)).rejects.toMatchObject({ status: 404 })

  await grant(`${ann.id}/${box}`, 'read', 'author')

  expect((await get(bob, own.__id)).file.__id).toBe(own.__id)
  expect(await found(bob, { directory: box })).toEqual([own.__id])
  await expect(get(bob, others.__id)).rejects.toMatchObject({ status: 404 })
})

test('the files of an app follow the rights on the app', async () => {
  const hash = randomUUID()
  await as(admin).disk.uploadTemporary({ input: { hash }, file: 'scan' })
  const { item } = await as(admin).apps.createItem({
    params: app,
    input: { context: { scan: [{ name: 'scan.pdf', hash }] } },
  })
  const [id = ''] = item.scan as string[]
  const reader = await make.user()
  const readerOfOne = await make.user()
  await expect(get(reader, id)).rejects.toMatchObject({ status: 404 })

  await grant('crm/deals', 'read', reader, 'app')
  await grant(`crm/deals/${item.__id}`, 'read', readerOfOne, 'item')

  const { file } = await get(reader, id)
  expect(await found(reader, { directory: file.directory })).toEqual([id])
  expect(await listed(reader)).toContain(file.directory)
  expect((await get(readerOfOne, id)).file.__id).toBe(id)
  expect(await found(readerOfOne, { directory: file.directory })).toEqual([id])
  expect(await listed(readerOfOne)).not.toContain(file.directory)
  expect(await found(bob, { directory: file.directory })).toEqual([])
})

test('the files of an item are read by its author where authors may read it', async () => {
  const author = await make.user()
  await grant('crm/deals', 'create', author, 'app')
  const hash = randomUUID()
  await as(author).disk.uploadTemporary({ input: { hash }, file: 'scan' })
  const { item } = await as(author).apps.createItem({
    params: app,
    input: { context: { scan: [{ name: 'own.pdf', hash }] } },
  })
  const [id = ''] = item.scan as string[]
  await expect(get(author, id)).rejects.toMatchObject({ status: 404 })

  await grant('crm/deals', 'read', 'author', 'app')

  expect((await get(author, id)).file.name).toBe('own.pdf')
  expect(await found(author, { __name: 'own.pdf' })).toEqual([id])
})

test('moving asks for both: changing the file, and adding to the directory', async () => {
  const file = await upload(ann, SHARED_FILES)
  const mine = await makeDirectory(bob, bob.id)
  const move = (by: Person, directoryID: string) =>
    as(by).disk.moveFiles({ input: { directoryID, files: [{ hash: file.__id }] } })

  await expect(move(bob, mine)).rejects.toMatchObject({ status: 403 })
  await expect(move(ann, mine)).rejects.toMatchObject({ status: 404 })
  const { files } = await move(ann, ann.id)

  expect(files).toMatchObject([{ __id: file.__id, directory: ann.id }])
})

test('nobody makes a file of a body that another one has in use', async () => {
  const file = await upload(ann, ann.id)

  const { items } = await as(bob).disk.makeFiles({
    input: { files: [{ hash: file.hash, name: 'stolen.txt', directory: SHARED_FILES }] },
  })

  expect(items).toMatchObject([{ error: expect.stringContaining('no uploaded file') }])
})

test('nobody puts anything into the recycle bin', async () => {
  await expect(upload(admin, RECYCLE_BIN)).rejects.toMatchObject({ status: 400 })
  await expect(makeDirectory(admin, RECYCLE_BIN)).rejects.toMatchObject({ status: 400 })
})

test('why somebody may read a directory can be asked', async () => {
  const input = { user: bob.id, right: 'read', kind: 'directory', object: SHARED_FILES }

  const { allowed, reasons } = await as(admin).access.explain({ input })

  expect(allowed).toBe(true)
  expect(reasons[0]?.text).toContain(`"read" on directory ${SHARED_FILES} is granted to group`)
})
