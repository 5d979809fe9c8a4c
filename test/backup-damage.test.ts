import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { SHARED_FILES } from '../src/lib/ids.ts'
import { sql } from '../src/platform/db/sql.ts'
import { newFolder, startApp } from './app.ts'
import { kontor, urlOf } from './kontor.ts'
import { s3Environment, startS3 } from './s3-server.ts'

test.each([
  ['a folder', {}],
  ['a bucket', s3Environment(await startS3())],
])(
  'a backup names damaged and missing bodies in %s, and exits with 1',
  async (_, files) => {
    const folder = await newFolder()
    const environment = { KONTOR_DATA: folder, ...files }
    const { app, admin, as, connection } = await startApp({ environment })
    const { db, files: store } = app.platform
    const settings = { ...environment, DATABASE_URL: urlOf(connection) }
    const run = () =>
      kontor(['backup', '--files', '--json', join(folder, `${randomUUID()}.tar.zst`)], settings)
    const upload = async (name: string) => {
      const file = new FormData()
      file.append('file', new Blob([name]), name)
      const to = { params: { id: SHARED_FILES }, input: {}, file }
      const { __id: id = '', hash = '' } = (await as(admin).disk.uploadToDirectory(to)).file ?? {}
      const { object } = await db.one(
        sql<{ object: string }>`select object from kontor.file_bodies where id = ${hash}`,
      )
      return { id, object }
    }
    const [damaged, missing] = [await upload('damaged.txt'), await upload('missing.txt')]
    await upload('sound.txt')
    const sound = await run()

    await store.delete(damaged.object)
    await store.put(damaged.object, Readable.from([Buffer.from('DAMAGED.txt')]))
    await store.delete(missing.object)
    const faulty = await run()

    expect(sound).toMatchObject({ code: 0 })
    expect(JSON.parse(sound.out)).toMatchObject({ files: 3, faulty: [] })
    expect(faulty.code).toBe(1)
    expect(JSON.parse(faulty.out).faulty).toEqual([
      { object: damaged.object, fault: 'damaged', file: damaged.id, name: 'damaged.txt' },
      { object: missing.object, fault: 'missing', file: missing.id, name: 'missing.txt' },
    ])
    expect(faulty.err).toContain(`of "missing.txt" (file ${missing.id}) is missing`)
    const recorded = await db.all(
      sql<{ fault: string; seen_by: string }>`
      select fault, seen_by from kontor.file_faults order by fault`,
    )
    expect(recorded).toEqual([
      { fault: 'damaged', seen_by: 'backup' },
      { fault: 'missing', seen_by: 'backup' },
    ])
    const { problem } = await db.one(
      sql<{ problem: string }>`select problem from kontor.backup_failures`,
    )
    expect(problem).toContain('2 file bodies are not what was stored')
  },
  120_000,
)
