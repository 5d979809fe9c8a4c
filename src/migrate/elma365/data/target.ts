import { LARGEST_TRANSFER, type TransferKind } from '../../../areas/transfer/operations.ts'
import { areas } from '../../../client/areas.ts'
import { ClientError, createClient, overHttp, type Send } from '../../../client/client.ts'
import { AppError, invalid } from '../../../lib/errors.ts'
import { toStorable } from '../../../lib/storable.ts'
import { nothingYet, type Row, refuse, type Transferred } from '../../../lib/transfer.ts'
import { pause } from '../../../platform/loops/sleep.ts'
import type { IdMap } from './ids.ts'
import { PortalRefusal } from './portal.ts'
import type { Tally } from './tally.ts'

/** About three minutes: a server that is upgraded is waited for. */
const MOST_ATTEMPTS = 12
/** Where nothing has ever answered, the address is more likely to be wrong. */
const FIRST_ATTEMPTS = 3
/** A server that fails at something mostly does so again. */
const FAILED_ATTEMPTS = 3
const FIRST_DELAY = 250
const LONGEST_DELAY = 30_000
/** Bytes and rows of one request. */
const LARGEST = 16 * 1024 ** 2
const MOST_ROWS = 2000
/** Levels of a row: the server takes no request with more than 200. */
const DEEPEST = 195
/** Bytes of a row: the request has a few words around it. */
const LARGEST_ROW = LARGEST_TRANSFER - 1024
/** Rows at which the server may fail before its trouble is not that of single rows. */
const MOST_FAILURES = 20

export type Batch = { kind: TransferKind; app?: string; rows: readonly Row[] }

/** This product, where everything goes to. */
export class Target {
  readonly address: string
  readonly client
  /** For what cannot be sent twice. */
  readonly #once
  readonly #tally: Tally
  #failures = 0

  constructor({ address, token }: { address: string; token: string }, tally: Tally) {
    this.address = addressOf(address)
    this.client = createClient(areas, patient(overHttp(this.address, token)))
    const raw = { 'content-type': 'application/octet-stream' }
    this.#once = createClient(areas, overHttp(this.address, token, raw))
    this.#tally = tally
  }

  /** Stores the content of a file under its id; it is asked for again where it breaks off. */
  async upload(hash: string, open: () => Promise<Response>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { body } = await open()
      try {
        await this.#once.disk.uploadTemporary({ input: { hash }, file: body ?? '' })
        return
      } catch (error) {
        // Another file has the same content.
        if (error instanceof ClientError && error.status === 409) return
        const isFinal = error instanceof ClientError && error.status < 500 && error.status !== 429
        if (isFinal) throw error
        if (attempt >= MOST_ATTEMPTS) throw await this.#blame(error)
      }
      await pause(delayOf(attempt))
    }
  }

  /** Of two servers that stand behind one error: if ours answers, the content itself breaks off. */
  async #blame(error: unknown): Promise<unknown> {
    if (error instanceof ClientError) return error
    await this.client.apps.listApps({ input: { size: 0 } })
    return new PortalRefusal(200, 'it breaks off')
  }

  /** Stores rows with our ids, in requests of a size that the server takes; answers what they lack, and how many were refused. */
  async store({ kind, app, rows }: Batch, ids: IdMap): Promise<Transferred> {
    const all = nothingYet()
    const what = { kind, ...(app !== undefined && { app }) }
    const sendable = rows.filter((row) => {
      const message = whyNotSent(row)
      if (message !== undefined) refuse(all, idOf(row), message)
      return message === undefined
    })
    this.#tally.add(what, all)
    for (const part of inParts(toStorable(sendable.map((row) => withOurIds(row, ids))))) {
      await this.#storePart(what, part, (stored) => {
        ids.add(stored.linked)
        this.#tally.add(what, stored)
        all.refused += stored.refused
        all.missing.push(...stored.missing)
        Object.assign(all.linked, stored.linked)
      })
    }
    return all
  }

  /** What is refused as a whole is sent in halves, until only the row that it is about is refused. */
  async #storePart(
    what: Omit<Batch, 'rows'>,
    rows: Row[],
    onStored: (stored: Transferred) => void,
  ): Promise<void> {
    try {
      onStored(await this.client.transfer.store({ input: { ...what, rows } }))
    } catch (error) {
      if (!isOfRows(error)) throw error
      const [row] = rows
      if (rows.length > 1 || row === undefined) {
        const half = Math.ceil(rows.length / 2)
        await this.#storePart(what, rows.slice(0, half), onStored)
        await this.#storePart(what, rows.slice(half), onStored)
        return
      }
      if (error.status >= 500 && ++this.#failures > MOST_FAILURES) throw error
      const stored = nothingYet()
      refuse(stored, idOf(row), `the server answered ${error.status}: ${error.message}`)
      onStored(stored)
    }
  }
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid('everything goes to an address such as https://kontor.example.org')
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** But for its own id: what was linked to something here is linked again, and never changed. */
const withOurIds = (row: Row, ids: IdMap): Row => {
  const translated = ids.translate(row)
  return 'id' in row ? { ...translated, id: row.id } : translated
}

const idOf = (row: Row): string => String(row.id ?? row.__id)

function whyNotSent(row: Row): string | undefined {
  if (isDeeper(row, DEEPEST)) return `its values are nested deeper than ${DEEPEST} levels`
  if (sizeOf(row) > LARGEST_ROW) return `it is larger than ${LARGEST_ROW} bytes`
  return undefined
}

const sizeOf = (row: Row): number => Buffer.byteLength(JSON.stringify(row))

/** Not what would be answered to anything else as well. */
export const isOfRows = (error: unknown): error is ClientError =>
  error instanceof ClientError && [400, 409, 413, 422, 500].includes(error.status)

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((each) => isDeeper(each, levels - 1)))

function* inParts(rows: readonly Row[]): Generator<Row[]> {
  let part: Row[] = []
  let size = 0
  for (const row of rows) {
    const length = sizeOf(row)
    if (part.length > 0 && (size + length > LARGEST || part.length >= MOST_ROWS)) {
      yield part
      part = []
      size = 0
    }
    part.push(row)
    size += length
  }
  if (part.length > 0) yield part
}

const delayOf = (attempt: number): number =>
  Math.min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY)

/** Whatever is sent may be sent again: a server that restarts is waited for. */
function patient(send: Send): Send {
  let hasAnswered = false
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const answered = await send(request)
        hasAnswered = true
        const isBusy = answered.status === 429 || answered.status >= 500
        const most = answered.status === 500 ? FAILED_ATTEMPTS : MOST_ATTEMPTS
        if (!isBusy || attempt >= most) return answered
      } catch (cause) {
        if (attempt >= (hasAnswered ? MOST_ATTEMPTS : FIRST_ATTEMPTS)) {
          throw new AppError('unavailable', 'the server that everything goes to does not answer', {
            cause,
          })
        }
      }
      await pause(delayOf(attempt))
    }
  }
}
