import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { unavailable } from '../../lib/errors.ts'
import { ObjectMissing, type ObjectStore, type StoredObject } from './object-store.ts'
import { reportPassedBytes } from './pieces.ts'

export type S3Options = {
  bucket: string
  region: string
  /** Absent = Amazon S3. */
  endpoint?: string | undefined
  /** Absent = the AWS credentials of the environment. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Whether downloads may be redirected to the bucket. */
  hasLinks: boolean
}

/** Bytes held in memory per upload; S3 requires parts of at least 5 MiB. */
const PART = 8 * 1024 ** 2

const CONNECT_TIMEOUT = 10_000

/** Objects in a bucket. S3 shows an object only when it is complete. */
export function s3Store(options: S3Options): ObjectStore {
  const { bucket: Bucket, region, endpoint, credentials } = options
  const client = new S3Client({
    region,
    // Not every S3-compatible server supports the newer checksums or virtual-hosted buckets.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT },
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
  })
  nameUnreached(client)
  const of = (Key: string) => ({ Bucket, Key })
  return {
    put: async (name, content) => {
      const sum = new Sum()
      await upload(client, of(name), inParts(sum.over(content)))
      return sum.stored()
    },
    open: async (name, range) => {
      if (range && range.end <= range.start) return Readable.from([])
      const Range = range && `bytes=${range.start}-${range.end - 1}`
      const { Body } = await client
        .send(new GetObjectCommand({ ...of(name), ...(Range && { Range }) }))
        .catch((error) => {
          throw isMissing(error) ? new ObjectMissing(name, error) : error
        })
      return Body as Readable
    },
    find: async (name) => {
      try {
        const { ContentLength = 0 } = await client.send(new HeadObjectCommand(of(name)))
        return { size: ContentLength }
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    delete: async (name) => {
      await abortUnfinished(client, of(name))
      await client.send(new DeleteObjectCommand(of(name)))
    },
    list: () => listObjects(client, Bucket),
    ...(options.hasLinks && {
      link: (name, { disposition, type, seconds }) => {
        const answer = { ResponseContentDisposition: disposition, ResponseContentType: type }
        const command = new GetObjectCommand({ ...of(name), ...answer })
        return getSignedUrl(client, command, { expiresIn: seconds })
      },
    }),
  }
}

/** Names the store in network errors, which would otherwise be taken for those of the database. */
function nameUnreached(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error) => {
        throw isUnreached(error)
          ? unavailable('the file store cannot be reached, try again', error)
          : error
      }),
    { step: 'initialize' },
  )
}

type NetworkError = { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }

const isUnreached = ({ name, code, $metadata }: NetworkError): boolean =>
  $metadata?.httpStatusCode === undefined && (code !== undefined || name === 'TimeoutError')

const isMissing = (error: unknown) =>
  ['NoSuchKey', 'NotFound'].includes((error as { name?: string }).name ?? '')

/** Computes the size and the checksum of a stream. */
class Sum {
  readonly #hash = createHash('sha256')
  #size = 0

  async *over(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      this.#hash.update(chunk)
      this.#size += chunk.byteLength
      reportPassedBytes(chunk.byteLength)
      yield chunk
    }
  }

  stored(): StoredObject {
    return { size: this.#size, sha256: this.#hash.digest() }
  }
}

type Part = { bytes: Buffer; isLast: boolean }

async function* inParts(content: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  let chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    chunks.push(chunk)
    size += chunk.byteLength
    while (size > PART) {
      const bytes = Buffer.concat(chunks)
      yield { bytes: bytes.subarray(0, PART), isLast: false }
      chunks = [bytes.subarray(PART)]
      size -= PART
    }
  }
  yield { bytes: Buffer.concat(chunks), isLast: true }
}

type ObjectKey = { Bucket: string; Key: string }

/** Sends small objects in one request, larger ones in parts. */
async function upload(
  client: S3Client,
  object: ObjectKey,
  parts: AsyncIterable<Part>,
): Promise<void> {
  let id: string | undefined
  const sent: { ETag: string | undefined; PartNumber: number }[] = []
  try {
    for await (const { bytes: Body, isLast } of parts) {
      if (isLast && id === undefined) {
        await client.send(new PutObjectCommand({ ...object, Body }))
        return
      }
      id ??= (await client.send(new CreateMultipartUploadCommand(object))).UploadId
      const part = { PartNumber: sent.length + 1, UploadId: id }
      const { ETag } = await client.send(new UploadPartCommand({ ...object, ...part, Body }))
      sent.push({ ETag, PartNumber: part.PartNumber })
    }
    const MultipartUpload = { Parts: sent }
    await client.send(
      new CompleteMultipartUploadCommand({ ...object, UploadId: id, MultipartUpload }),
    )
  } catch (error) {
    // The sweep retries; the first error is the one to report.
    if (id !== undefined) await abort(client, object, id).catch(() => undefined)
    throw error
  }
}

const abort = (client: S3Client, object: ObjectKey, UploadId: string) =>
  client.send(new AbortMultipartUploadCommand({ ...object, UploadId }))

/** Unfinished parts of a killed process are invisible but still cost money. */
async function abortUnfinished(client: S3Client, object: ObjectKey): Promise<void> {
  const { Bucket, Key } = object
  const { Uploads = [] } = await client
    .send(new ListMultipartUploadsCommand({ Bucket, Prefix: Key }))
    .catch((error) => {
      if ((error as Error).name === 'NotImplemented') return { Uploads: [] }
      throw error
    })
  for (const { UploadId } of Uploads) if (UploadId) await abort(client, object, UploadId)
}

async function* listObjects(
  client: S3Client,
  Bucket: string,
): AsyncGenerator<{ name: string; size: number }> {
  let ContinuationToken: string | undefined
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket, ...(ContinuationToken && { ContinuationToken }) }),
    )
    for (const { Key = '', Size = 0 } of page.Contents ?? []) yield { name: Key, size: Size }
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken !== undefined)
}
