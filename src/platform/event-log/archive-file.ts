import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { invalid } from '../../lib/errors.ts'
import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import type { ObjectStore, StoredObject } from '../files/object-store.ts'

/**
 * A span of the log as JSON lines, compressed with zstd: a header, the events by position, and their number. A
 * file without its last line is incomplete.
 */
export type Span = { first: number; last: number }
type Head = { format: 'kontor events'; version: 1 } & Span
type Tail = { events: number }

export const objectOf = ({ first, last }: Span): string => `events-${first}-${last}.jsonl.zst`

const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } }
/** Events of one query; they may be large and are held as one text. */
const BATCH = 200

export type ArchiveFile = StoredObject & {
  object: string
  events: number
  beganAt: Date | null
  endedAt: Date | null
}

/** Writes the file and reads it back as stored. */
export async function writeArchive(db: Db, files: ObjectStore, span: Span): Promise<ArchiveFile> {
  const object = objectOf(span)
  const told = { events: 0, beganAt: null as Date | null, endedAt: null as Date | null }
  const packed = createZstdCompress(COMPRESSION)
  const lines = Readable.from(linesOf(db, span, told), { objectMode: false })
  const [stored] = await Promise.all([files.put(object, packed), pipeline(lines, packed)])
  const hash = createHash('sha256')
  let events = 0
  for await (const _ of readArchive(await files.open(object), hash)) events++
  if (events !== told.events || !hash.digest().equals(stored.sha256)) {
    throw invalid(`the file store does not return ${object} as it was written`)
  }
  return { object, ...stored, ...told }
}

type Summary = Omit<ArchiveFile, keyof StoredObject | 'object'>

async function* linesOf(db: Db, { first, last }: Span, told: Summary): AsyncGenerator<string> {
  const head: Head = { format: 'kontor events', version: 1, first, last }
  yield `${JSON.stringify(head)}\n`
  for await (const { lines, began, ended, count } of batchesOf(db, { first, last })) {
    told.beganAt ??= began
    told.endedAt = ended
    told.events += count
    yield `${lines}\n`
  }
  yield `${JSON.stringify({ events: told.events } satisfies Tail)}\n`
}

type Lines = { lines: string; upTo: number; count: number; began: Date; ended: Date }

/** Events as JSON lines made by the database, so that no number is rounded. */
export async function* batchesOf(db: Db, { first, last }: Span): AsyncGenerator<Lines> {
  for (let from = first; from <= last; ) {
    const batch: Lines | undefined = await db.first(sql<Lines>`
      select string_agg(line, e'\\n' order by position) as lines, max(position) as "upTo",
        count(*) as count, min(at) as began, max(at) as ended
      from (
        select position, at, json_build_object('position', position, 'at', at, 'type', type,
          'object', object_id, 'namespace', namespace, 'code', code, 'actor', actor_id,
          'credential', credential_id, 'requestId', request_id, 'data', data)::text as line
        from kontor.events where position between ${from}::bigint and ${last}::bigint
        order by position limit ${BATCH}) as batch
      having count(*) > 0`)
    if (!batch) return
    yield batch
    from = batch.upTo + 1
  }
}

/** The lines of the events. Fails at the end if the file is incomplete. */
export async function* readArchive(
  content: Readable,
  hash = createHash('sha256'),
): AsyncGenerator<string> {
  let isBegun = false
  let events = 0
  let tail: Tail | undefined
  for await (const line of unpack(content, hash)) {
    if (!isBegun) {
      checkHead(line)
      isBegun = true
    } else if (line.startsWith('{"position"')) {
      events++
      yield line
    } else tail = JSON.parse(line) as Tail
  }
  if (tail?.events !== events) throw invalid('the archive of events is incomplete')
}

async function* unpack(content: Readable, hash: Hash): AsyncGenerator<string> {
  content.on('data', (chunk) => hash.update(chunk))
  const unpacked = createZstdDecompress()
  const reading = pipeline(content, unpacked)
  reading.catch(() => undefined)
  try {
    yield* linesIn(unpacked)
    await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall) throw error
    throw invalid(`the archive of events is damaged: ${(error as Error).message}`)
  }
}

/** Splits at line feeds only: readline also splits at other breaks, which texts of events may contain. */
async function* linesIn(content: Readable): AsyncGenerator<string> {
  content.setEncoding('utf8')
  let begun = ''
  for await (const chunk of content) {
    const lines = (begun + chunk).split('\n')
    begun = lines.pop() ?? ''
    yield* lines
  }
  if (begun !== '') yield begun
}

function checkHead(line: string): void {
  if (line.startsWith('{"format":"kontor events","version":1,')) return
  throw invalid('this is not an archive of events')
}
