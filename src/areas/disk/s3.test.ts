import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { s3Environment, startS3 } from '../../../test/s3-server.ts'
import { SHARED_FILES } from '../../lib/ids.ts'

const bucket = await startS3()
const { as, admin } = await startApp({ environment: s3Environment(bucket) })
const through = await startApp({
  environment: { ...s3Environment(bucket), KONTOR_S3_LINKS: 'through' },
})

const PART = 5 * 1024 ** 2

async function upload(client: ReturnType<typeof as>, content: Buffer, name: string) {
  const hash = randomUUID()
  const send = (start: number, end: number) =>
    client.disk.uploadToDirectory({
      params: { id: SHARED_FILES },
      input: { hash },
      headers: {
        'content-range': `bytes ${start}-${end}/${content.length}`,
        'content-disposition': `attachment; filename="${name}"`,
      },
      file: new Uint8Array(content.subarray(start, end)),
    })
  await send(0, PART)
  const { file } = await send(PART, content.length)
  if (!file) throw new Error('not complete')
  return file
}

test('files in a bucket are sent in parts and fetched from the bucket itself', async () => {
  const content = randomBytes(2 * PART)
  const file = await upload(as(admin), content, 'in a bucket.png')

  const { Link } = await as(admin).disk.getLink({ params: { id: file.__id } })
  const response = await fetch(Link)

  expect(Link.startsWith(bucket.endpoint)).toBe(true)
  expect(Link).toContain('X-Amz-Expires=86400')
  expect(response.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''in%20a%20bucket.png;",
  )
  expect(Buffer.from(await response.arrayBuffer())).toEqual(content)
})

test('where callers do not reach the bucket, links lead through the server', async () => {
  const content = randomBytes(2 * PART)
  const client = through.as(through.admin)
  const file = await upload(client, content, 'through.bin')

  const { Link } = await client.disk.getLink({ params: { id: file.__id } })
  const part = await fetch(Link, { headers: { range: `bytes=${PART - 2}-${PART + 1}` } })

  expect(Link.startsWith(through.address)).toBe(true)
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(PART - 2, PART + 2))
})
