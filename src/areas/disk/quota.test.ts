import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { SHARED_FILES } from '../../lib/ids.ts'
import { sql } from '../../platform/db/sql.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import { sweepBodies } from './bodies.ts'
import { Room } from './usage.ts'

const { app, as, admin, make } = await startApp({
  environment: { KONTOR_QUOTA: '2000', KONTOR_USER_QUOTA: '1000' },
})

type Person = { id: string; token: string }
const upload = async (by: Person, size: number) => {
  const hash = randomUUID()
  const file = Buffer.alloc(size).toString()
  await as(by).disk.uploadTemporary({ input: { hash }, file })
  return hash
}
const makeFile = async (by: Person, hash: string) => {
  const files = [{ hash, name: hash, directory: SHARED_FILES }]
  return (await as(by).disk.makeFiles({ input: { files } })).items[0]
}
const used = async (by: Person) => (await as(by).disk.usage()).user.used
const sweep = () => sweepBodies(jobOn(app.platform, app.platform.log))

test('far from the limits nobody waits for a transaction of another', async () => {
  const [ann, bob] = [await make.user(), await make.user()]
  const hashes = [await upload(ann, 1), await upload(bob, 1)]

  const made = await make.asSystem(async (ctx) => {
    await new Room(ctx).take({ user: ann.id, bytes: 1 })
    return [await makeFile(ann, hashes[0] ?? ''), await makeFile(bob, hashes[1] ?? '')]
  })

  expect(made).toMatchObject([{ file: {} }, { file: {} }])
})

test('one who takes much in small parts waits as one who takes it at once', async () => {
  const ann = await make.user()
  const hash = await upload(ann, 20)

  const { made } = await make.asSystem(async (ctx) => {
    const room = new Room(ctx)
    for (let at = 0; at < 10; at++) await room.take({ user: ann.id, bytes: 3 })
    const made = makeFile(ann, hash)
    const waiting = () => ctx.db.all(sql`select 1 from pg_locks where not granted`)
    await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(1)
    return { made }
  })

  expect(await made).toHaveProperty('file')
})

test('files take space of who sent them, until they are purged', async () => {
  const ann = await make.user()
  const made = await makeFile(ann, await upload(ann, 600))
  const id = made?.file?.__id ?? ''
  expect(await as(ann).disk.usage()).toEqual({
    user: { used: 600, limit: 1000 },
    installation: null,
  })

  const tooMuch = await upload(ann, 600)
  expect(await makeFile(ann, tooMuch)).toEqual({
    error:
      'not enough space: the file has 600 bytes, the user has 400 of 1000 left (KONTOR_USER_QUOTA)',
  })
  const move = as(ann).disk.moveFiles({
    input: { directoryID: SHARED_FILES, files: [{ hash: tooMuch, name: 'x' }] },
  })
  await expect(move).rejects.toMatchObject({ status: 402, code: 'over_quota' })
  const direct = as(ann).disk.uploadToDirectory({
    params: { id: SHARED_FILES },
    input: {},
    headers: { 'content-disposition': 'attachment; filename=x' },
    file: 'x'.repeat(600),
  })
  await expect(direct).rejects.toMatchObject({ status: 402 })
  await as(ann).disk.deleteFiles({ input: { fileIds: [id] } })
  expect(await used(ann)).toBe(600)
  await as(ann).disk.purgeFiles({ input: { ids: [id] } })
  await sweep()

  expect(await used(ann)).toBe(0)
  expect(await makeFile(ann, tooMuch)).toHaveProperty('file')
})

test('all together take no more than the installation has, whoever is first', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => make.user()))
  const hashes = await Promise.all(people.map((each) => upload(each, 400)))

  const made = await Promise.all(people.map((each, at) => makeFile(each, hashes[at] ?? '')))

  const { installation } = await as(admin).disk.usage()
  expect(installation?.used).toBeLessThanOrEqual(2000)
  expect(made.filter((each) => each?.file).length).toBe(3)
  expect(made.find((each) => each?.error)?.error).toMatch(/the installation has .*\(KONTOR_QUOTA\)/)
})

test('nobody but administrators asks what others use', async () => {
  const [ann, bob] = [await make.user(), await make.user()]
  const input = { user: ann.id }

  await expect(as(bob).disk.usage({ input })).rejects.toMatchObject({ status: 403 })
  expect((await as(admin).disk.usage({ input })).user.used).toBe(0)
})
