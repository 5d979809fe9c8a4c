import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { appSolution, startSolutions } from '../../../test/solution.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import { sweepBodies } from '../disk/bodies.ts'

const { app, as, admin, make, apply, sql } = await startSolutions()
await apply(
  appSolution(
    'service',
    'requests',
    `name: Requests
fields:
  photos: { name: Photos, type: IMAGE, single: false }
  scan: { name: Scan, type: FILE }
  lines:
    name: Lines
    type: TABLE
    columns: { text: { name: Text, type: STRING }, proof: { name: Proof, type: FILE } }
`,
  ),
)
const params = { namespace: 'service', code: 'requests' }
const ann = await make.user()
const grant = (right: string, { id: subject }: { id: string }) =>
  as(admin).access.grant({
    input: { kind: 'app', object: 'service/requests', right, subjectKind: 'user', subject },
  })
await grant('create', ann)

async function upload(by: { token: string }, text = 'content'): Promise<string> {
  const hash = randomUUID()
  await as(by).disk.uploadTemporary({ input: { hash }, file: text })
  return hash
}
const create = async (context: object, by: { token: string } = admin) =>
  (await as(by).apps.createItem({ params, input: { context: { ...context } } })).item
const fileRow = async (id: unknown) =>
  (await sql.query('select * from kontor.files where id = $1', [id])).rows[0]

test('an uploaded file becomes a file of the item', async () => {
  const hash = await upload(ann)

  const item = await create({ photos: [{ name: 'jam.jpg', hash }] }, ann)

  const [id] = item.photos as string[]
  expect(item.photos).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
  expect(await fileRow(id)).toMatchObject({
    name: 'jam.jpg',
    original_name: 'jam.jpg',
    body_id: hash,
    version: 1,
    item_id: item.__id,
    created_by: ann.id,
  })
  const { entries } = await as(admin).audit.list({ input: { object: `file:${id}` } })
  expect(entries).toMatchObject([{ type: 'disk.file.created', actor: ann.id, data: { size: 7 } }])
})

test('files in the rows of a table are made files too', async () => {
  const hash = await upload(admin)

  const item = await create({
    lines: { rows: [{ text: 'a' }, { text: 'b', proof: [{ name: 'b.pdf', hash }] }] },
  })

  const { rows } = item.lines as { rows: { proof: string[] | null }[] }
  expect(rows[0]?.proof).toBeNull()
  expect(await fileRow(rows[1]?.proof?.[0])).toMatchObject({ body_id: hash })
})

test('an update keeps the files that are there and adds what was uploaded', async () => {
  const item = await create({ photos: [{ name: 'a.jpg', hash: await upload(admin) }] })
  const [first = ''] = item.photos as string[]
  const photos = [first, { name: 'b.jpg', hash: await upload(admin) }]

  const { item: after } = await as(admin).apps.updateItem({
    params: { ...params, id: item.__id },
    input: { context: { photos } },
  })

  expect(after.photos).toEqual([first, expect.any(String)])
  expect(await fileRow((after.photos as string[])[1])).toMatchObject({ name: 'b.jpg' })
})

test('a hash that was never sent, or too long ago, is told with its field', async () => {
  const hash = await upload(admin)
  await sql.query(
    `update kontor.file_bodies set expires_at = now() - interval '1 second' where id = $1`,
    [hash],
  )

  for (const wrong of [hash, randomUUID()]) {
    const call = create({ scan: [{ name: 'a.pdf', hash: wrong }] })

    await expect(call).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(
        `field "scan": there is no uploaded file with the hash ${wrong}`,
      ),
    })
  }
})

test('a file without a name is refused', async () => {
  const call = create({ scan: [{ hash: await upload(admin) }] })

  await expect(call).rejects.toMatchObject({ status: 400 })
  await expect(call).rejects.toThrow('needs a name')
})

test('an item that is refused leaves the upload temporary', async () => {
  const hash = await upload(admin)

  const call = create({
    photos: [{ name: 'a.jpg', hash }],
    scan: [{ name: 'a.pdf', hash: randomUUID() }],
  })

  await expect(call).rejects.toMatchObject({ status: 400 })
  await sql.query(
    `update kontor.file_bodies set expires_at = now() - interval '1 second' where id = $1`,
    [hash],
  )
  await sweepBodies(jobOn(app.platform, app.platform.log))
  const { rowCount } = await sql.query('select from kontor.file_bodies where id = $1', [hash])
  expect(rowCount).toBe(0)
})

test('files one may not read cannot be put into an item', async () => {
  const secret = await create({ scan: [{ name: 'secret.pdf', hash: await upload(admin) }] })
  const [id = ''] = secret.scan as string[]

  await expect(create({ scan: [id] }, ann)).rejects.toThrow(
    `field "scan": there is no file with id ${id}`,
  )
  await grant('read', ann)

  expect((await create({ scan: [id] }, ann)).scan).toEqual([id])
})

test('a body in use is used again by nobody but its sender', async () => {
  const hash = await upload(admin)
  await create({ scan: [{ name: 'a.pdf', hash }] })

  await expect(create({ scan: [{ name: 'b.pdf', hash }] }, ann)).rejects.toMatchObject({
    status: 400,
  })

  expect((await create({ scan: [{ name: 'b.pdf', hash }] })).scan).toHaveLength(1)
})

test('an unknown file id is refused', async () => {
  await expect(create({ scan: [randomUUID()] })).rejects.toThrow('there is no file with id')
})

test('a batch brings files for each of its items', async () => {
  const hashes = [await upload(ann), await upload(ann)]
  const items = hashes.map((hash, at) => ({
    ...params,
    context: { scan: [{ name: `${at}.pdf`, hash }] },
  }))

  const made = (await as(ann).apps.createItems({ input: { items } })).items

  for (const [at, { __id, scan }] of made.entries()) {
    expect(await fileRow((scan as string[])[0])).toMatchObject({
      name: `${at}.pdf`,
      body_id: hashes[at],
      item_id: __id,
    })
  }
  const missing = [{ ...params, context: { scan: [randomUUID()] } }]
  await expect(as(ann).apps.createItems({ input: { items: missing } })).rejects.toMatchObject({
    message: expect.stringContaining('field "items.0.context.scan": there is no file'),
  })
})

test('an upsert takes files by id, because it may be repeated', async () => {
  const [scan] = (await create({ scan: [{ name: 'a.pdf', hash: await upload(admin) }] }))
    .scan as string[]
  const hash = await upload(admin)
  const contexts = [
    { __externalId: 'f1', scan: [scan] },
    { __externalId: 'f2', scan: [{ name: 'b.pdf', hash }] },
    { __externalId: 'f3', lines: { rows: [{ proof: [{ name: 'c.pdf', hash }] }] } },
    { __externalId: 'f4', scan: [hash] },
  ]
  const send = async () => {
    const input = { items: contexts.map((context) => ({ context })) }
    return (await as(admin).apps.upsertItems({ params, input })).items
  }

  const refused = [
    { status: 'error', error: 'field "scan": expected ids of files, received an upload' },
    { status: 'error', error: 'field "lines": expected ids of files, received an upload' },
    { status: 'error', error: `field "scan": there is no file with id ${hash}` },
  ]
  expect(await send()).toEqual([{ status: 'created', id: expect.any(String) }, ...refused])
  expect(await send()).toEqual([{ status: 'unchanged', id: expect.any(String) }, ...refused])
})

test('an upload belongs to who sent it, whoever knows its hash and whatever they try', async () => {
  const bob = await make.user()
  for (const right of ['create', 'read', 'import']) await grant(right, bob)
  const hash = await upload(ann, 'Title;\none\n')
  const own = await as(bob).disk.createDirectory({ input: { __name: 'own', directory: bob.id } })
  const asItem = (by: { token: string }) => create({ scan: [{ name: 'x', hash }] }, by)
  const preview = (by: { token: string }) =>
    as(by).apps.previewImport({ params, input: { fileHash: hash } })
  const load = (by: { token: string }) =>
    as(by).apps.importItems({ params, input: { fileHash: hash } })

  for (const attempt of [asItem, preview, load]) {
    await expect(attempt(bob)).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('there is no uploaded file with the hash'),
    })
  }
  const { items } = await as(bob).disk.makeFiles({
    input: { files: [{ hash, directory: own.directory.__id, name: 'x' }] },
  })
  expect(items).toEqual([{ error: expect.stringContaining('there is no uploaded file') }])
  expect((await asItem(ann)).scan).toHaveLength(1)
})
