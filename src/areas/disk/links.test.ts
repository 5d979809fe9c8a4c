import { randomUUID } from 'node:crypto'
import { type IncomingMessage, request as send } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { SHARED_FILES } from '../../lib/ids.ts'
import { connectClient } from '../../platform/db/db.ts'

const START = new Date('2026-03-02T09:00:00Z')
let now = START
const { as, admin, make, address, connection } = await startApp({ now: () => now })
const ann = await make.user()
const sql = await connectClient(connection)
afterAll(() => sql.end())
beforeEach(() => {
  now = START
})

const later = (minutes: number) => {
  now = new Date(START.getTime() + minutes * 60_000)
}

async function uploadLink(hash: string, by = ann): Promise<URL> {
  const { items } = await as(by).disk.uploadLinks({ input: { hashesList: [hash] } })
  return new URL(items[0]?.link ?? '')
}

async function storeFile(): Promise<string> {
  const { file } = await as(ann).disk.uploadToDirectory({
    params: { id: SHARED_FILES },
    input: {},
    headers: { 'content-disposition': `attachment; filename="${randomUUID()}.txt"` },
    file: 'content',
  })
  return file?.__id ?? ''
}

async function downloadLink(): Promise<URL> {
  const { Link } = await as(ann).disk.getLink({ params: { id: await storeFile() } })
  return new URL(Link)
}

const put = (link: URL, body = 'content', headers = {}) =>
  fetch(link, { method: 'PUT', body, headers })
const changed = (link: URL, name: string, value: string) => {
  const other = new URL(link)
  other.searchParams.set(name, value)
  return other
}

test('a download link works for 24 hours, without a token', async () => {
  const link = await downloadLink()
  later(24 * 60 - 1)
  expect((await fetch(link)).status).toBe(200)

  later(24 * 60 + 1)

  const late = await fetch(link)
  expect(late.status).toBe(403)
  expect(await late.json()).toMatchObject({ detail: expect.stringContaining('link has expired') })
})

test('an upload link works for 60 minutes, without a token', async () => {
  const link = await uploadLink(randomUUID())
  later(61)

  expect((await put(link)).status).toBe(403)
})

test('what came by a link belongs to who asked for the link', async () => {
  const hash = randomUUID()

  await put(await uploadLink(hash))

  const { entries } = await as(admin).audit.list({ input: { object: `body:${hash}` } })
  expect(entries).toMatchObject([{ type: 'disk.body.stored', actor: ann.id }])
  const { rows } = await sql.query('select created_by from kontor.file_bodies where id = $1', [
    hash,
  ])
  expect(rows).toEqual([{ created_by: ann.id }])
})

test.each([
  ['its signature', 'X-Amz-Signature', 'f'.repeat(64)],
  ['its time', 'X-Amz-Date', '20260302T100000Z'],
  ['its duration', 'X-Amz-Expires', '604800'],
  ['its maker', 'X-Amz-Credential', randomUUID()],
  ['its file name', 'response-content-disposition', 'inline'],
])('a link is refused when %s was changed', async (_, name, value) => {
  const link = await downloadLink()

  const response = await fetch(changed(link, name, value))

  expect(response.status).toBe(403)
})

test.each([
  ['X-Amz-Signature', 'ы'.repeat(64)],
  ['X-Amz-Signature', 'short'],
  ['X-Amz-Date', 'yesterday'],
  ['X-Amz-Expires', '-1'],
])('a link with a strange %s is refused', async (name, value) => {
  const response = await fetch(changed(await downloadLink(), name, value))

  expect(response.status).toBe(400)
})

test('a link is good for one hash and one method', async () => {
  const [upload, download] = [await uploadLink(randomUUID()), await downloadLink()]
  const other = new URL(upload)
  other.pathname = `/bodies/${randomUUID()}`

  expect((await put(other)).status).toBe(403)
  expect((await put(download)).status).toBe(403)
  await put(upload)
  expect((await fetch(upload)).status).toBe(403)
  expect((await fetch(`${address}/bodies/${randomUUID()}`)).status).toBe(400)
})

test('the links of a user who was blocked stop working', async () => {
  const bob = await make.user()
  const link = await uploadLink(randomUUID(), bob)
  await make.change(`update kontor.users set status = 3 where id = '${bob.id}'`)

  expect((await put(link)).status).toBe(403)
})

test('a link to a body that is gone says so', async () => {
  const hash = randomUUID()
  await as(ann).disk.uploadTemporary({ input: { hash }, file: 'temporary' })
  const { items } = await as(ann).disk.downloadLinks({ input: { hashesList: [hash] } })
  const link = items[0]?.link ?? ''
  expect(await (await fetch(link)).text()).toBe('temporary')

  later(61)

  expect((await fetch(link)).status).toBe(404)
})

test('a link answers parts, and 304 to who has the file', async () => {
  const link = await downloadLink()
  const etag = (await fetch(link)).headers.get('etag') ?? ''

  const part = await fetch(link, { headers: { range: 'bytes=1-3' } })
  const known = await fetch(link, { headers: { 'if-none-match': etag } })

  expect(await part.text()).toBe('ont')
  expect(known.status).toBe(304)
})

test('a body that is a file already cannot be sent again by an old link', async () => {
  const hash = randomUUID()
  const link = await uploadLink(hash)
  await put(link)
  await as(ann).disk.makeFiles({
    input: { files: [{ hash, name: hash, directory: SHARED_FILES }] },
  })

  expect((await put(link, 'other')).status).toBe(409)
})

/** A call of `get-link` that says it was sent to `evil.example`. */
async function linkFor(server: string, token: string, path: string): Promise<string> {
  const headers = { host: 'evil.example', 'x-token': token, 'content-type': 'application/json' }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    send(new URL(path, server), { method: 'POST', headers }, resolve).on('error', reject).end('{}')
  })
  return ((await json(answer)) as { Link: string }).Link
}

/** The tables in which a text is found. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await sql.query(
    "select table_name as name from information_schema.tables where table_schema = 'kontor' and table_type = 'BASE TABLE'",
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rowCount } = await sql.query(
      `select 1 from kontor."${name}" as each where position($1 in each::text) > 0 limit 1`,
      [text],
    )
    if (rowCount) found.push(name)
  }
  return found
}

test('the host that a request names is in its own answer and nowhere else', async () => {
  const id = await storeFile()
  const path = `/pub/v1/disk/file/${id}/get-link`
  const { secret } = await make.token({ user: ann.id })

  const link = await linkFor(address, secret, path)

  expect(link).toMatch(/^http:\/\/evil\.example\/bodies\//)
  expect(await tablesWith(id)).not.toEqual([])
  expect(await tablesWith('evil.example')).toEqual([])
  const configured = await startApp({
    connection,
    environment: { KONTOR_PUBLIC_URL: 'https://kontor.example' },
  })
  expect(await linkFor(configured.address, secret, path)).toMatch(/^https:\/\/kontor\.example\//)
})
