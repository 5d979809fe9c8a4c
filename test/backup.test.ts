import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { kontor } from './kontor.ts'
import { dataFolder } from './server-process.ts'

const TOKEN = '4f0c7a52-52c5-4d0a-9f0e-3f6f0d7c9b44'
const clientOf = (address: string) => createClient(areas, overHttp(address, TOKEN))
type Client = ReturnType<typeof clientOf>

const KEYS = 40

/** Saves the same few keys repeatedly until stopped; returns how often each was saved. */
function writeAtSpeed(client: Client) {
  const saved = new Map<string, number>()
  let isStopping = false
  const loop = async (worker: number) => {
    for (let turn = 0; !isStopping; turn++) {
      const key = `k${worker}-${turn % (KEYS / 4)}`
      await client.storage.saveSystem({ params: { key }, input: { data: `turn ${turn}` } })
      saved.set(key, (saved.get(key) ?? 0) + 1)
    }
  }
  const loops = [0, 1, 2, 3].map(loop)
  return {
    saved,
    stop: () => {
      isStopping = true
      return Promise.all(loops)
    },
  }
}

async function auditOf(client: Client) {
  const entries = []
  for (let before: number | undefined; ; ) {
    const page = await client.audit.list({ input: { size: 1000, before } })
    entries.push(...page.entries)
    before = page.entries.at(-1)?.position
    if (page.entries.length < 1000) return entries
  }
}

test('a backup under load is a consistent snapshot, and is restored completely', async () => {
  const source = await dataFolder()
  const target = await dataFolder()
  const archive = join(source.folder, 'kontor.tar.zst')
  const server = source.start({ KONTOR_ADMIN_TOKEN: TOKEN })
  const client = clientOf(await server.ready())
  await mkdir(join(source.folder, 'files/ab'), { recursive: true })
  await writeFile(join(source.folder, 'files/ab/body'), 'the body of a file')
  const writing = writeAtSpeed(client)
  await expect.poll(() => writing.saved.size).toBe(KEYS)
  const before = new Map(writing.saved)

  const written = await kontor(['backup', archive], { KONTOR_DATA: source.folder })
  await writing.stop()
  const restored = await kontor(['restore', archive], { KONTOR_DATA: target.folder })

  expect(written.code).toBe(0)
  expect(written.out).toMatch(/^wrote .*: .* rows of \d+ tables, 1 file\n$/)
  expect(restored).toMatchObject({ code: 0 })
  expect(restored.err).toMatch(/the archive does not contain the key [0-9a-f]{8}/)
  const copy = clientOf(await target.start().ready())
  const [now, then] = [await auditOf(client), await auditOf(copy)]
  const byPosition = new Map(now.map((entry) => [entry.position, entry]))
  for (const entry of then) expect(entry).toEqual(byPosition.get(entry.position))
  const saves = then.filter((entry) => entry.type === 'storage.entry.saved')
  let versions = 0
  for (const [key, atLeast] of before) {
    const { $headers } = await copy.storage.getSystem({ params: { key } })
    const version = Number(/^"(\d+)-/.exec($headers.get('etag') ?? '')?.[1])
    expect(version).toBeGreaterThanOrEqual(atLeast)
    versions += version
  }
  // Each save and its event are one transaction: in a snapshot they always agree.
  expect(saves.length).toBe(versions)
  expect(await readFile(join(target.folder, 'files/ab/body'), 'utf8')).toBe('the body of a file')
})

test('everything written before the backup is the same after a restore', async () => {
  const source = await dataFolder()
  const target = await dataFolder()
  const server = source.start({ KONTOR_ADMIN_TOKEN: TOKEN, KONTOR_ADMIN_PASSWORD: 'correct horse' })
  const client = clientOf(await server.ready())
  const texts = ['plain', 'two\nlines\tand\\slashes', '\\N', '\\.', '', 'žluťoučký 🐎', '{"a":[1]}']
  for (const [at, data] of texts.entries()) {
    await client.storage.saveApp({
      params: { namespace: '_clients', code: '_contacts', key: `${at}` },
      input: { data },
    })
  }
  const read = async (from: Client) => {
    const answers = []
    for (const at of texts.keys()) {
      const params = { namespace: '_clients', code: '_contacts', key: `${at}` }
      const { data, $headers } = await from.storage.getApp({ params })
      answers.push({ data, etag: $headers.get('etag') })
    }
    return { answers, tokens: await from.access.listTokens(), audit: await auditOf(from) }
  }
  const expected = await read(client)
  await server.stop()

  const archive = join(source.folder, 'a')
  const first = await kontor(['backup', '--json', archive], { KONTOR_DATA: source.folder })
  await kontor(['restore', archive], { KONTOR_DATA: target.folder })

  const copy = clientOf(await target.start().ready())
  const found = await read(copy)
  expect(found.answers.map(({ data }) => data)).toEqual(texts)
  expect(found.answers).toEqual(expected.answers)
  expect(found.audit).toEqual(expected.audit)
  expect(found.tokens.tokens[0]?.id).toBe(expected.tokens.tokens[0]?.id)
  const session = await copy.access.signIn({ input: { login: 'admin', password: 'correct horse' } })
  expect(session.user?.login).toBe('admin')
  expect(JSON.parse(first.out)).toMatchObject({ file: archive, files: 0, omitted: [] })
})

test('a restore is refused if there is a running server, users or files', async () => {
  const { folder, start } = await dataFolder()
  const server = start({ KONTOR_ADMIN_TOKEN: TOKEN })
  const client = clientOf(await server.ready())
  const archive = join(folder, 'a')
  await kontor(['backup', archive], { KONTOR_DATA: folder })

  const beside = await kontor(['restore', archive], { KONTOR_DATA: folder })
  expect(beside.code).toBe(1)
  expect(beside.err).toMatch(/another Kontor \("kontor start", .*already uses the data folder/)
  expect((await client.access.currentSession()).user.login).toBe('admin')

  await server.stop()
  const used = await kontor(['restore', archive], { KONTOR_DATA: folder })
  expect(used.code).toBe(1)
  expect(used.err).toMatch(/^kontor: this system already has users: .* KONTOR_DATA to a new folder/)

  const withFiles = join(folder, 'with-files')
  await mkdir(join(withFiles, 'files'), { recursive: true })
  await writeFile(join(withFiles, 'files/body'), 'precious')
  const full = await kontor(['restore', archive], { KONTOR_DATA: withFiles })
  expect(full.code).toBe(1)
  expect(full.err).toContain('is not empty: a backup can only be restored into an empty system')
  expect(await readdir(withFiles)).not.toContain('pg')
})

test('an archive is readable only by its owner, and gets its name when it is complete', async () => {
  const { folder, start } = await dataFolder()
  const server = start()
  await server.ready()
  const archive = join(folder, 'archives', 'a')
  await mkdir(join(folder, 'archives'))
  await writeFile(archive, 'the archive of yesterday')

  const refused = await kontor(['backup', archive], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' })
  expect(refused.code).toBe(1)
  expect(await readFile(archive, 'utf8')).toBe('the archive of yesterday')
  expect(await readdir(join(folder, 'archives'))).toEqual(['a'])

  const { pid } = spawnSync(process.execPath, ['--version'])
  const leftBy = (owner: number) => `.b.${owner}.kontor-part`
  for (const owner of [pid, process.pid]) {
    await writeFile(join(folder, 'archives', leftBy(owner)), 'half')
  }
  const written = await kontor(['backup', archive], { KONTOR_DATA: folder })
  expect(written.err).toContain(`${leftBy(pid)}, which an interrupted backup has left`)
  expect(await readdir(join(folder, 'archives'))).toEqual([leftBy(process.pid), 'a'])
  await rm(join(folder, 'archives', leftBy(process.pid)))
  expect((await stat(archive)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'archives'))).toEqual(['a'])
})
