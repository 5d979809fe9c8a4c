import { z } from 'zod'
import { AppError, invalid } from '../../../lib/errors.ts'
import { pause } from '../../../platform/loops/sleep.ts'
import { toText } from '../text.ts'
import type { Pace } from './pace.ts'

/** Attempts of a call before the run ends, about five minutes; the next run goes on from there. */
const MOST_ATTEMPTS = 12
/** Whoever fails at something mostly does so again. */
const FAILED_ATTEMPTS = 6
/** Where nothing has ever answered, the address is more likely to be wrong. */
const FIRST_ATTEMPTS = 3
const FIRST_DELAY = 500
const LONGEST_DELAY = 60_000
/** What a portal may ask for. */
const LONGEST_WAIT = 3_600_000
const TIMEOUT = 300_000
/** Rows of short lists in one call. */
const SIZE = 10_000

type Settings = {
  address: string
  token: string
  pace: Pace
  /** Tells people why nothing happens for a while. */
  onWait?: (why: string, milliseconds: number) => void
}
/** `failures` says after how many answers 500 it is given up. */
type Call = { method: 'GET' | 'POST'; path: string; body?: unknown; failures?: number | undefined }

/** A row of a list: whatever the portal says of it. */
export type Json = Record<string, unknown>

/** A page of a list, with the total if it was counted, and what to send for the next one if `after` was sent. */
export type Page = { rows: Json[]; total: number | undefined; after?: string | null | undefined }

const Envelope = z.looseObject({ success: z.boolean(), error: z.string().nullish() })
const Listed = z.object({
  result: z.object({
    result: z.array(z.record(z.string(), z.unknown())).nullable(),
    total: z.number().nullish(),
    after: z.string().nullish(),
  }),
})

/** The other product, over its public API. It is slow, counts calls, and breaks off. */
export class Portal {
  readonly #settings: Settings
  readonly #ended = new AbortController()
  #clock: Date | undefined
  #isOurs = false

  constructor({ address, ...rest }: Settings) {
    this.#settings = { ...rest, address: addressOf(address) }
  }

  get address(): string {
    return this.#settings.address
  }

  /** What time it is there, as the last answer said. */
  get clock(): Date {
    return this.#clock ?? new Date()
  }

  /** Nothing is asked any more, and nobody waits for an answer. */
  end(): void {
    this.#ended.abort()
  }

  get(path: string): Promise<Json> {
    return this.#call({ method: 'GET', path })
  }

  post(path: string, body: object = {}, failures?: number): Promise<Json> {
    return this.#call({ method: 'POST', path, body, failures })
  }

  async list(path: string, request: object, failures?: number): Promise<Page> {
    return toList(await this.post(path, request, failures), path)
  }

  /** Lists that are asked for with GET have their request in the address. */
  async listByGet(path: string, request: object): Promise<Page> {
    return toList(await this.#query(path, request), path)
  }

  /** How many rows a list has. */
  async count(path: string, request: object = {}): Promise<number> {
    return (await this.list(path, { ...request, size: 0 })).total ?? 0
  }

  /** All rows of a list, page by page. A page with fewer rows than `least` is the last one if the total says so. */
  pages(path: string, request: object, least?: number): AsyncGenerator<Json[]> {
    return walk((from) => this.list(path, { ...request, from }), least)
  }

  /** All rows of a short list. */
  all(path: string, request: object = {}): Promise<Json[]> {
    return collect(this.pages(path, { size: SIZE, ...request }))
  }

  allByGet(path: string): Promise<Json[]> {
    return collect(walk((from) => this.listByGet(path, { from, size: SIZE })))
  }

  /** Whether it is a server of ours, which takes more in lists: `total` and `after`. */
  get isOurs(): boolean {
    return this.#isOurs
  }

  /**
   * The list of apps, where portals tolerate keys that they do not know. Whoever answers null as the total
   * has understood that it is not wanted: only servers of ours do, unless a list tells otherwise later.
   */
  listApps(): Promise<Json[]> {
    const pages = walk(async (from) => {
      const said = await this.#query('app/list', { from, size: SIZE, total: false })
      this.#isOurs = (said.result as Json | undefined)?.total === null
      return toList(said, 'app/list')
    })
    return collect(pages)
  }

  /** A page of a long list: counting what is left with each of them would cost more than the rows. */
  async page(
    path: string,
    request: object,
    { isFirst, failures }: { isFirst: boolean; failures?: number | undefined },
  ): Promise<Page> {
    const isCounted = isFirst || !this.#isOurs
    const asked = isCounted ? request : { ...request, total: false }
    const page = await this.list(path, asked, failures)
    // Servers of ours answer null after the last page.
    if ('after' in request && page.after === undefined) this.#isOurs = false
    return page
  }

  /** The content behind a link that the portal gave out; it is not a call that is counted. */
  async download(link: string): Promise<Response> {
    const { response } = await this.#attempt(
      { method: 'GET', path: 'a link to a file' },
      async () => ({
        response: await fetch(new URL(link, this.#settings.address), {
          signal: this.#signal(),
        }),
      }),
    )
    if (!response.ok) throw refusal({ method: 'GET', path: 'a link to a file' }, response.status)
    return response
  }

  #query(path: string, request: object): Promise<Json> {
    return this.get(`${path}?query=${encodeURIComponent(JSON.stringify(request))}`)
  }

  /** Whether something was refused alone: a token that has ended, or a portal that fails, refuses anything. */
  async isRefusedAlone(error: unknown): Promise<boolean> {
    if (!(error instanceof PortalRefusal)) return false
    if (!isOfAnybody(error.status)) return true
    try {
      await this.listByGet('app/list', { size: 1 })
      return true
    } catch {
      return false
    }
  }

  async #call(call: Call): Promise<Json> {
    const { response, text } = await this.#attempt(call, () =>
      this.#settings.pace.run(() => this.#send(call), this.#ended.signal),
    )
    const said = parse(text)
    const envelope = Envelope.safeParse(said)
    if (!response.ok || !envelope.success || !envelope.data.success) {
      throw refusal(call, response.status, envelope.data?.error ?? undefined)
    }
    return said as Json
  }

  /** With all it says: it may break off in the middle. */
  async #send({ method, path, body }: Call): Promise<{ response: Response; text: string }> {
    const response = await fetch(`${this.#settings.address}/pub/v1/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#settings.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: this.#signal(),
    })
    const date = Date.parse(response.headers.get('date') ?? '')
    this.#clock = Number.isFinite(date) ? new Date(date) : new Date()
    return { response, text: await response.text() }
  }

  /** Repeats what the portal was too busy for, and what did not reach it. */
  async #attempt<T extends { response: Response }>(call: Call, send: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const sent = await send()
        const { status, headers, body, bodyUsed } = sent.response
        const most = status === 500 ? (call.failures ?? FAILED_ATTEMPTS) : MOST_ATTEMPTS
        if (!isBusy(status) || attempt >= most) return sent
        if (!bodyUsed) await body?.cancel()
        const delay = delayOf(attempt, headers.get('retry-after'))
        // Every other call waits as well.
        this.#settings.pace.hold(delay)
        await this.#wait(`the portal answers ${status}`, delay)
      } catch (error) {
        const most = this.#clock === undefined ? FIRST_ATTEMPTS : MOST_ATTEMPTS
        if (attempt >= most || this.#ended.signal.aborted) throw unreachable(call, error)
        await this.#wait('the portal does not answer', delayOf(attempt, null))
      }
    }
  }

  async #wait(why: string, milliseconds: number): Promise<void> {
    this.#settings.onWait?.(why, milliseconds)
    await pause(milliseconds, this.#ended.signal)
  }

  #signal(): AbortSignal {
    return AbortSignal.any([AbortSignal.timeout(TIMEOUT), this.#ended.signal])
  }
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw invalid('the portal has an address such as https://company.elma365.ru')
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

const isOfAnybody = (status: number): boolean => [401, 403].includes(status) || isBusy(status)

const isBusy = (status: number): boolean => status === 429 || status >= 500

/** Not earlier than the portal asks for: whoever comes too early may be kept out for longer. */
export function delayOf(attempt: number, retryAfter: string | null, now = Date.now()): number {
  const own = Math.min(FIRST_DELAY * 2 ** (attempt - 1), LONGEST_DELAY)
  const text = retryAfter?.trim() ?? ''
  const asked = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Math.min(Math.max(Number.isFinite(asked) ? asked : 0, own), LONGEST_WAIT)
}

/** What the portal says may hold anything. */
export class PortalRefusal extends AppError {
  readonly status: number
  constructor(status: number, message: string) {
    super('unavailable', message)
    this.status = status
  }
}

const refusal = ({ method, path }: Call, status: number, said?: string) =>
  new PortalRefusal(
    status,
    `the portal answered ${status} to ${method} ${path.split('?')[0]}${said ? `: ${toText(said).slice(0, 300)}` : ''}`,
  )

const unreachable = ({ method, path }: Call, cause: unknown) =>
  new AppError('unavailable', `the portal does not answer ${method} ${path.split('?')[0]}`, {
    cause,
  })

/**
 * Until nothing comes: portals may answer fewer rows at once than they are asked for, and as the total what
 * is on the page. Short lists that are asked for by the thousand are over when the total says so.
 */
async function* walk(read: (from: number) => Promise<Page>, least = 0): AsyncGenerator<Json[]> {
  let before: string | undefined
  for (let from = 0; ; ) {
    const { rows, total } = await read(from)
    const first = JSON.stringify(rows[0])
    // Whoever does not know `from` would say the same for ever.
    if (rows.length === 0 || first === before) return
    yield rows
    before = first
    from += rows.length
    if (total !== undefined && from >= total && rows.length < least) return
  }
}

async function collect(pages: AsyncIterable<Json[]>): Promise<Json[]> {
  const found: Json[] = []
  for await (const rows of pages) found.push(...rows)
  return found
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toList(said: Json, path: string): Page {
  const read = Listed.safeParse(said)
  if (!read.success) throw new PortalRefusal(200, `the portal answered no list to ${path}`)
  const { result, total, after } = read.data.result
  return { rows: result ?? [], total: total ?? undefined, after }
}
