import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { s3Environment, startS3 } from '../../../test/s3-server.ts'
import { SHARED_FILES } from '../../lib/ids.ts'
import { advisoryLock } from '../../platform/db/locks.ts'
import { raw, type Sql, sql } from '../../platform/db/sql.ts'
import { jobOn } from '../../platform/jobs/runner.ts'
import { scrubBodies } from './scrub.ts'

const SMALL = Buffer.from('a small file')
const LARGE = randomBytes(2 * 1024 ** 2)

const places: [string, Record<string, string>][] = [
  ['a folder', {}],
  ['a bucket', s3Environment(await startS3())],
]

describe.each(places)('in %s', async (_, environment) => {
  const { app, admin, as, request } = await startApp({ environment })
  const { platform } = app
  const headers = { 'x-token': admin.token }

  async function upload(content: Buffer) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), 'report.bin')
    const { file } = await as(admin).disk.uploadToDirectory({
      params: { id: SHARED_FILES },
      input: {},
      file: form,
    })
    const { __id: id = '', hash = '' } = file ?? {}
    const query = sql<{ object: string }>`select object from kontor.file_bodies where id = ${hash}`
    const { object } = await platform.db.one(query)
    return { id, hash, object }
  }
  const replace = async (object: string, content: Buffer) => {
    await platform.files.delete(object)
    await platform.files.put(object, Readable.from([content]))
  }
  const damage = (object: string, content: Buffer) => {
    const other = Buffer.from(content)
    other.writeUInt8(other.readUInt8(5) ^ 1, 5)
    return replace(object, other)
  }
  const download = (id: string, range?: string) =>
    request(`/manage/v1/disk/files/${id}/content`, {
      headers: { ...headers, ...(range && { range }) },
    })
  const faultOf = async (object: string) => {
    const rows = await platform.db.all(
      raw(`select fault, seen_by from kontor.file_faults where object = '${object}'`),
    )
    return rows[0]
  }
  const eventsOf = async (hash: string) => {
    const { entries } = await as(admin).audit.list({ input: { object: `body:${hash}` } })
    return entries.map(({ type }) => type)
  }
  const scrub = () => scrubBodies(jobOn(platform, platform.log))

  test('a damaged file is refused in words, recorded, and given out again once it is restored', async () => {
    const { id, hash, object } = await upload(SMALL)
    await damage(object, SMALL)

    const refused = await download(id)

    expect(refused.status).toBe(410)
    expect(await refused.json()).toMatchObject({
      code: 'gone',
      detail: expect.stringContaining('is damaged: an administrator can restore it'),
    })
    await expect.poll(() => faultOf(object)).toEqual({ fault: 'damaged', seen_by: 'download' })
    // Known to be damaged: not even a part of it is given out.
    expect((await download(id, 'bytes=0-1')).status).toBe(410)

    await replace(object, SMALL)
    const restored = await download(id)

    expect(Buffer.from(await restored.arrayBuffer()).equals(SMALL)).toBe(true)
    await expect.poll(() => faultOf(object)).toBeUndefined()
    expect(await eventsOf(hash)).toEqual([
      'disk.body.repaired',
      'disk.body.damaged',
      'disk.body.stored',
    ])
  })

  test('the connection breaks before the end of a large damaged file', async () => {
    const { id, object } = await upload(LARGE)
    await damage(object, LARGE)

    const answer = await download(id)
    const reading = answer.arrayBuffer()

    expect(answer.status).toBe(200)
    await expect(reading).rejects.toThrow()
    await expect.poll(() => faultOf(object)).toMatchObject({ fault: 'damaged' })
  })

  test('a missing file is refused in words', async () => {
    const { id, object } = await upload(SMALL)
    await platform.files.delete(object)

    const answers = [await download(id), await download(id, 'bytes=0-1')]

    for (const answer of answers) {
      expect(answer.status).toBe(410)
      expect(await answer.text()).toContain('is missing in the file store')
    }
    await expect.poll(() => faultOf(object)).toMatchObject({ fault: 'missing' })
  })

  test('a range is counted, and comes with the checksum of the whole', async () => {
    const { id, object } = await upload(LARGE)
    const answer = await download(id, 'bytes=10-19')
    const { sha256 } = await platform.files.put('other', Readable.from([LARGE]))
    await replace(object, LARGE.subarray(0, 500_000))
    const cut = (await download(id, `bytes=0-${LARGE.length - 2}`)).arrayBuffer()

    expect(answer.status).toBe(206)
    expect(answer.headers.get('repr-digest')).toBe(`sha-256=:${sha256.toString('base64')}:`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(LARGE.subarray(10, 20))).toBe(true)
    await expect(cut).rejects.toThrow()
    await expect.poll(() => faultOf(object)).toMatchObject({ fault: 'damaged' })
  })

  test('the scrub finds what nobody downloads, and what is whole again', async () => {
    const [damaged, missing, sound] = [
      await upload(SMALL),
      await upload(SMALL),
      await upload(SMALL),
    ]
    await damage(damaged.object, SMALL)
    await platform.files.delete(missing.object)

    await scrub()
    const found = [damaged, missing, sound].map(({ object }) => faultOf(object))
    expect(await Promise.all(found)).toEqual([
      { fault: 'damaged', seen_by: 'scrub' },
      { fault: 'missing', seen_by: 'scrub' },
      undefined,
    ])

    await replace(damaged.object, SMALL)
    await as(admin).disk.deleteFiles({ input: { fileIds: [missing.id] } })
    await scrub()
    expect(await faultOf(damaged.object)).toBeUndefined()
  })
})

describe('the scrub', async () => {
  const environment = { KONTOR_SCRUB_LIMIT: '1' }
  const { app, admin, as, make } = await startApp({ environment })
  const { platform } = app
  const { db } = platform
  const change = (query: Sql) => make.asSystem((ctx) => ctx.db.run(query))
  for (const name of ['a', 'b', 'c']) {
    const file = new FormData()
    file.append('file', new Blob([name]), name)
    await as(admin).disk.uploadToDirectory({ params: { id: SHARED_FILES }, input: {}, file })
  }
  type State = { after: string; is_complete: boolean }
  const state = async (given = platform) => {
    await scrubBodies(jobOn(given, given.log))
    const query = sql<State>`
      select after, completed_at is not null as is_complete from kontor.file_scrub`
    return db.first(query)
  }
  const withLimit = (limit: number) => ({
    ...platform,
    config: { ...platform.config, KONTOR_SCRUB_LIMIT: limit },
  })
  const listFaults = () => db.all(sql<{ object: string }>`select object from kontor.file_faults`)
  /** All bodies are said to be faulty, as if found long ago. */
  const accuse = (fault: string) =>
    change(sql`insert into kontor.file_faults
      select object, ${fault}, 'scrub', now() - interval '1 day' from kontor.file_bodies
      where state = 'stored' on conflict do nothing`)

  test('does nothing with a limit of 0, and while another runs', async () => {
    await accuse('damaged')
    expect(await state(withLimit(0))).toBeUndefined()
    await jobOn(platform, platform.log).withOwnConnection(async (own) => {
      await own.run(sql`select pg_advisory_lock(${advisoryLock('scrub')})`)
      expect(await state()).toBeUndefined()
    })
    expect(await listFaults()).toHaveLength(3)
  })

  test('counts faulty bodies, and takes them in turn', async () => {
    const left = []
    for (let at = 0; at < 3; at++) {
      await state()
      left.push((await listFaults()).length)
    }

    expect(left).toEqual([2, 1, 0])
    // Nothing was left for others.
    expect(await db.all(sql`select 1 from kontor.file_scrub`)).toEqual([])
  })

  test('leaves damaged bodies that are too large to the pass', async () => {
    await accuse('damaged')
    await change(sql`update kontor.file_bodies set size = size + 1000000`)

    await state(withLimit(1_000_000))
    const seen = await db.all(sql`
      select 1 from kontor.file_faults where seen_at > now() - interval '1 hour'`)

    expect(seen).toEqual([])
    await change(sql`update kontor.file_bodies set size = size - 1000000`)
    await change(sql`delete from kontor.file_faults`)
    await change(sql`delete from kontor.file_scrub`)
  })

  test('goes on where it stopped, and begins again after a week', async () => {
    const states = [await state(), await state(), await state(), await state()]
    await change(sql`update kontor.file_scrub set started_at = now() - interval '8 days'`)
    states.push(await state())

    const [first, second, third, rest, again] = states.map((each) => each?.after)
    expect(new Set([first, second, third]).size).toBe(3)
    expect([third, rest]).toEqual(['', ''])
    expect(again).toBe(first)
    expect(states.map((each) => each?.is_complete)).toEqual([false, false, true, true, true])
  })

  test('writes nothing about sound bodies but how far it came', async () => {
    await change(sql`delete from kontor.file_scrub`)
    const given = withLimit(1024 ** 2)
    const job = jobOn(given, given.log)
    let writes = 0
    const write: typeof job.write = (work) => {
      writes++
      return job.write(work)
    }

    await scrubBodies({ ...job, write })

    // One more is for faults of bodies that are gone.
    expect(writes).toBe(2)
    expect(await listFaults()).toEqual([])
  })
})

/** Who reads objects that are no bodies of files. */
const OTHER_OBJECTS = [
  'src/areas/disk/uploads.ts',
  'src/backup/files.ts',
  'src/commands/events.ts',
  'src/platform/event-log/archive-file.ts',
  'src/platform/files/file-store.ts',
]

test('whoever reads the body of a file compares it', () => {
  const readers = globSync('src/**/*.ts').filter(
    (path) =>
      !path.endsWith('.test.ts') && /\b(files|store)\.open\(/.test(readFileSync(path, 'utf8')),
  )

  expect(readers.toSorted()).toEqual(OTHER_OBJECTS)
})
