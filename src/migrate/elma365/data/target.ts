import type { TransferKind } from '../../../areas/transfer/operations.ts'
import { areas } from '../../../client/areas.ts'
import { ClientError, createClient, overHttp, type Send } from '../../../client/client.ts'
import { AppError, invalid } from '../../../lib/errors.ts'
import { toStorable } from '../../../lib/storable.ts'
import { nothingYet, type Row, refuse, type Transferred } from '../../../lib/transfer.ts'
import { pause } from '../../../platform/loops/sleep.ts'
import type { IdMap } from './ids.ts'
import type { Tally } from './tally.ts'

const MOST_ATTEMPTS = 8
/** Where nothing has ever answered, the address is more likely to be wrong. */
const FIRST_ATTEMPTS = 3
const FIRST_DELAY = 250
/** Characters and rows of one request. */
const LARGEST = 16 * 1024 ** 2
const MOST_ROWS = 2000
/** Levels of a row: the server takes no request with more than 200. */
const DEEPEST = 195

export type Batch = { kind: TransferKind; app?: string; rows: readonly Row[] }

/** This product, where everything goes to. */
export class Target {
  readonly address: string
  readonly client
  /** For what cannot be sent twice. */
  readonly #once
  readonly #tally: Tally

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
        if (isFinal || attempt >= MOST_ATTEMPTS) throw error
      }
      await pause(FIRST_DELAY * 2 ** (attempt - 1))
    }
  }

  /** Stores rows with our ids, in requests of a size that the server takes; answers what they lack, and how many were refused. */
  async store({ kind, app, rows }: Batch, ids: IdMap): Promise<Transferred> {
    const all = nothingYet()
    const what = { kind, ...(app !== undefined && { app }) }
    const tooDeep = rows.filter(isTooDeep)
    for (const row of tooDeep) {
      refuse(all, String(row.id ?? row.__id), `its values are nested deeper than ${DEEPEST} levels`)
    }
    this.#tally.add(what, all)
    const sent = rows.filter((row) => !tooDeep.includes(row)).map((row) => withOurIds(row, ids))
    for (const part of inParts(toStorable(sent))) {
      const stored = await this.client.transfer.store({ input: { ...what, rows: part } })
      ids.add(stored.linked)
      this.#tally.add(what, stored)
      all.refused += stored.refused
      all.missing.push(...stored.missing)
      Object.assign(all.linked, stored.linked)
    }
    return all
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

const isTooDeep = (row: Row): boolean => depthOf(row) > DEEPEST

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Object.values(value).reduce((most: number, each) => Math.max(most, depthOf(each)), 0)
    : 0

function* inParts(rows: readonly Row[]): Generator<Row[]> {
  let part: Row[] = []
  let size = 0
  for (const row of rows) {
    const length = JSON.stringify(row).length
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

/** Whatever is sent may be sent again: a server that restarts is waited for. */
function patient(send: Send): Send {
  let hasAnswered = false
  return async (request) => {
    for (let attempt = 1; ; attempt++) {
      try {
        const answered = await send(request)
        hasAnswered = true
        const isBusy = answered.status === 429 || answered.status >= 500
        if (!isBusy || attempt >= MOST_ATTEMPTS) return answered
      } catch (cause) {
        if (attempt >= (hasAnswered ? MOST_ATTEMPTS : FIRST_ATTEMPTS)) {
          throw new AppError('unavailable', 'the server that everything goes to does not answer', {
            cause,
          })
        }
      }
      await pause(FIRST_DELAY * 2 ** (attempt - 1))
    }
  }
}
