import type { Db } from './db/db.ts'
import { type Cursor, readEvents, type StoredEvent } from './events.ts'
import type { Log } from './log.ts'

const BATCH = 1000
/** What a reader that has just come, or was away for a moment, finds without asking the database. */
const KEPT = 5000
/** How far behind the newest event a writer may still be on its way when this begins to read. */
const BACK = 1000
const POLL = 200

/**
 * The newest events of all nodes, read once per node for everybody who waits for them. It reads only
 * while somebody does. Each reader goes at its own pace: nothing is kept for the slow ones but what
 * is kept for all.
 */
export class EventTail {
  readonly #db: Db
  readonly #log: Log
  #events: StoredEvent[] = []
  /** Everything up to `cursor` is decided; `from` is where the kept ones begin. */
  #cursor: Cursor | undefined
  #from = 0
  #readers = 0
  #waiting = new Set<() => void>()
  #timer: NodeJS.Timeout | undefined
  #started: Promise<void> | undefined

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** Up to here everything is known. */
  get position(): number {
    return this.#cursor?.position ?? 0
  }

  /** Reads until `leave` is called as often. */
  async enter(): Promise<void> {
    this.#readers++
    this.#started ??= this.#start()
    try {
      await this.#started
    } catch (error) {
      this.leave()
      throw error
    }
  }

  leave(): void {
    this.#readers--
    if (this.#readers > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#started = undefined
    this.#cursor = undefined
    this.#events = []
  }

  /** The known events after a position; undefined when they begin later than that. */
  after(position: number): StoredEvent[] | undefined {
    if (position < this.#from) return undefined
    const first = this.#events.findIndex((event) => event.position > position)
    return first < 0 ? [] : this.#events.slice(first, first + BATCH)
  }

  /** Until there is something after this position, or the signal says to stop. */
  async wait(position: number, signal: AbortSignal): Promise<void> {
    if (this.position > position || signal.aborted) return
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#waiting.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      this.#waiting.add(done)
      signal.addEventListener('abort', done)
    })
  }

  async #start(): Promise<void> {
    const newest = await newestPosition(this.#db)
    this.#from = Math.max(0, newest - BACK)
    this.#cursor = { position: this.#from }
    while (this.position < newest) {
      if (!(await this.#read())) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    this.#later()
  }

  #later(): void {
    if (this.#readers === 0) return
    this.#timer = setTimeout(() => void this.#poll(), POLL).unref()
  }

  async #poll(): Promise<void> {
    try {
      while (await this.#read());
    } catch (err) {
      this.#log.warn({ err }, 'the event log cannot be read, trying again')
    }
    this.#later()
  }

  /** True when there may be more at once. */
  async #read(): Promise<boolean> {
    const from = this.#cursor
    if (!from) return false
    const { events, cursor } = await readEvents(this.#db, from, BATCH)
    // Everybody left meanwhile, and somebody may have come again.
    if (this.#cursor !== from) return false
    const before = from.position
    this.#cursor = cursor
    this.#keep(events)
    if (cursor.position > before) for (const done of this.#waiting) done()
    return cursor.position > before
  }

  #keep(events: StoredEvent[]): void {
    this.#events = [...this.#events, ...events]
    if (this.#events.length <= KEPT * 2) return
    const dropped = this.#events.splice(0, this.#events.length - KEPT)
    this.#from = dropped.at(-1)?.position ?? this.#from
  }
}

async function newestPosition(db: Db): Promise<number> {
  const [row] = await db.query<{ position: number }>(
    { name: '', text: 'select coalesce(max(position), 0) as position from kontor.events' },
    [],
  )
  return row?.position ?? 0
}
