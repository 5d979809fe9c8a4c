import type { Db } from './db/db.ts'
import { type Cursor, newestPosition, readEvents, type StoredEvent } from './events.ts'
import type { Log } from './log.ts'
import { BackgroundLoop } from './loops/background-loop.ts'
import { InterruptibleSleep, pause } from './loops/sleep.ts'

const BATCH = 1000
/** The number of events in memory for readers that have just connected or reconnected. */
const KEPT = 10_000
/** Their approximate size in characters: items may be large. */
const LARGEST = 16 * 1024 ** 2
/** How far behind the newest event reading starts: earlier positions may still be uncommitted. */
const BACK = 1000
const POLL = 200
/**
 * Readers are woken in groups of this size, with this many milliseconds in between: the queries of hundreds of
 * readers at once would delay everybody.
 */
const TOGETHER = 10
const BETWEEN = 40

/** Called with new events; with `undefined` when reading restarts and some may have been missed. */
type Watcher = (events: readonly StoredEvent[] | undefined) => void

/**
 * The newest events of all nodes, read once per node for all its readers, and only while there are any.
 * Each reader goes at its own pace; there is no buffer per reader.
 */
export class EventTail {
  readonly #db: Db
  readonly #log: Log
  #events: StoredEvent[] = []
  #size = 0
  /** Everything up to `cursor` is final; `from` is the position before the first event in memory. */
  #cursor: Cursor | undefined
  #from = 0
  #readers = 0
  readonly #watchers = new Set<Watcher>()
  readonly #sleepers = new Set<{ position: number; wake(): void }>()
  #isRousing = false
  #loop: BackgroundLoop | undefined
  #started: Promise<void> | undefined

  constructor(db: Db, log: Log) {
    this.#db = db
    this.#log = log
  }

  /** Everything up to this position has been read. */
  get position(): number {
    return this.#cursor?.position ?? 0
  }

  /** Starts reading; every call needs one call of `leave`. */
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
    void this.#loop?.stop()
    this.#loop = undefined
    this.#started = undefined
    this.#cursor = undefined
    this.#events = []
    this.#size = 0
  }

  /** The events after a position; undefined if they are no longer in memory. */
  after(position: number, most: number): StoredEvent[] | undefined {
    if (position < this.#from) return undefined
    const last = this.#events.findLastIndex((event) => event.position <= position)
    return this.#events.slice(last + 1, last + 1 + most)
  }

  /** Calls the listener for new events, before any reader gets them. Returns the function that removes it. */
  watch(watcher: Watcher): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Waits for an event after this position, with a timeout. */
  async wait(position: number, milliseconds: number, signal: AbortSignal): Promise<void> {
    const sleep = new InterruptibleSleep()
    const sleeper = { position, wake: () => sleep.wake() }
    this.#sleepers.add(sleeper)
    if (this.position > position) void this.#rouse()
    await sleep.wait(milliseconds, signal)
    this.#sleepers.delete(sleeper)
  }

  async #start(): Promise<void> {
    const loop = new BackgroundLoop({
      round: async () => ((await this.#read()) === BATCH ? 0 : POLL),
      onFailure: (err) => this.#log.warn({ err }, 'the event log cannot be read, trying again'),
    })
    this.#loop = loop
    const newest = await newestPosition(this.#db)
    // All readers may have left and others entered meanwhile.
    if (this.#loop !== loop) return
    for (const watcher of this.#watchers) watcher(undefined)
    this.#from = Math.max(0, newest - BACK)
    this.#cursor = { position: this.#from }
    while (this.#loop === loop && this.position < newest) {
      if ((await this.#read()) === 0) await pause(10)
    }
    if (this.#loop === loop) loop.start()
  }

  /** The number of events it has found. */
  async #read(): Promise<number> {
    const from = this.#cursor
    if (!from) return 0
    const { events, cursor } = await readEvents(this.#db, from, BATCH)
    // All readers may have left and others entered meanwhile.
    if (this.#cursor !== from) return 0
    const before = from.position
    this.#cursor = cursor
    this.#keep(events)
    if (cursor.position > before) {
      for (const watcher of this.#watchers) watcher(events)
      void this.#rouse()
    }
    return events.length
  }

  /** Wakes sleeping readers that have something to read, longest sleepers first. */
  async #rouse(): Promise<void> {
    if (this.#isRousing) return
    this.#isRousing = true
    while (this.#rouseSome() === TOGETHER) await pause(BETWEEN)
    this.#isRousing = false
  }

  #rouseSome(): number {
    const late = [...this.#sleepers].filter(({ position }) => position < this.position)
    const some = late.slice(0, TOGETHER)
    for (const sleeper of some) {
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    }
    return some.length
  }

  /** Drops half at a time, so that it happens rarely. */
  #keep(events: StoredEvent[]): void {
    this.#events.push(...events)
    for (const { data } of events) this.#size += sizeOf(data)
    if (this.#events.length <= KEPT && this.#size <= LARGEST) return
    let count = 0
    for (; this.#size > LARGEST / 2 || this.#events.length - count > KEPT / 2; count++) {
      this.#size -= sizeOf(this.#events[count]?.data)
    }
    const dropped = this.#events.splice(0, count)
    this.#from = dropped.at(-1)?.position ?? this.#from
  }
}

/** The approximate length of a value as text. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 5
  let size = 2
  for (const key in value) size += key.length + 4 + sizeOf((value as Record<string, unknown>)[key])
  return size
}
