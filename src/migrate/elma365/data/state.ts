import { open, readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import { conflict } from '../../../lib/errors.ts'
import { type Hold, unwritable } from './hold.ts'
import { IdMap } from './ids.ts'
import { type Tally, TallyState } from './tally.ts'

const Cursor = z.object({
  index: z.number(),
  from: z.number(),
  /** The items with that number that have come. */
  seen: z.array(z.string()).default([]),
  /** What a server of ours gave for the next page, which has no need of the others. */
  after: z.string().optional(),
})
/** Where the reading of an app stands. */
export type Cursor = z.infer<typeof Cursor>

export const START: Cursor = { index: 0, from: 0, seen: [] }

const Run = z.object({
  number: z.int(),
  /** The portal's time when it began. */
  startedAt: z.string(),
  places: z.record(z.string(), Cursor),
  done: z.array(z.string()),
  /** Whether everything is read again, also of apps that have come. */
  isFull: z.boolean().default(false),
  /** Apps with items that were refused: the next run tries them again. */
  refused: z.array(z.string()).default([]),
  /** What became of everything so far. */
  told: TallyState.optional(),
})
type Run = z.infer<typeof Run>

const Stored = z.object({
  format: z.literal(1),
  portal: z.string(),
  into: z.string(),
  ids: z.record(z.string(), z.string()),
  run: Run.nullable(),
  last: z.object({ number: z.int() }).nullable(),
  /** The portal's time when the run began that brought all of an app, by app. */
  complete: z.record(z.string(), z.string()).default({}),
  /** The fields that an app had here then, by app. */
  fields: z.record(z.string(), z.string()).default({}),
})

/**
 * Changes are committed later than they are dated, and the clock that answers is not the one that dates
 * them: that of a proxy may be hours away from that of the database.
 */
const OVERLAP = 24 * 3_600_000

type Ends = { portal: string; into: string }
type Opening = Ends & { path: string; hold: Hold }

/**
 * What has come already, kept in a file: a run that was killed goes on from its last page, and when all
 * of an app has come, the next run brings what was changed in it since.
 */
export class State {
  readonly #path: string
  readonly #ends: Ends
  readonly #hold: Hold
  readonly ids: IdMap
  #run: Run | null
  #last: z.infer<typeof Stored>['last']
  readonly #complete: Record<string, string>
  readonly #fields: Record<string, string>
  #saving: Promise<void> = Promise.resolve()
  #tally: Tally | undefined

  private constructor({ path, hold, ...ends }: Opening, stored?: z.infer<typeof Stored>) {
    this.#path = path
    this.#hold = hold
    this.#ends = ends
    this.ids = new IdMap(stored?.ids)
    this.#run = stored?.run ?? null
    this.#last = stored?.last ?? null
    this.#complete = stored?.complete ?? {}
    this.#fields = stored?.fields ?? {}
  }

  static async open(opening: Opening): Promise<State> {
    const { path, hold: _, ...ends } = opening
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (text === undefined) return new State(opening)
    const read = Stored.safeParse(parse(text))
    if (!read.success) throw conflict(`${path} is not the state of a migration`)
    const { portal, into } = read.data
    if (portal !== ends.portal || into !== ends.into) {
      throw conflict(`${path} is the state of a migration from ${portal} into ${into}`)
    }
    return new State(opening, read.data)
  }

  /** Goes on with the run that was interrupted, or begins the next one; also where everything is wanted now. */
  begin(clock: Date, tally: Tally, isFull = false): Run {
    if (isFull && !this.#run?.isFull) this.#run = null
    this.#run ??= {
      number: (this.#last?.number ?? 0) + 1,
      startedAt: clock.toISOString(),
      places: {},
      done: [],
      isFull,
      refused: [],
    }
    // The report of a run that was interrupted says what was told before.
    if (this.#run.told) tally.recall(this.#run.told)
    this.#tally = tally
    return this.#run
  }

  /**
   * What was changed in an app before this has come with an earlier run; null = not all of it has, or it is
   * read again: values of a field that was not here then were left out.
   */
  sinceOf(app: string, fields: string): string | null {
    const time = this.#complete[app]
    const isWhole = time !== undefined && this.#fields[app] === fields && !this.#run?.isFull
    return !isWhole ? null : new Date(Date.parse(time) - OVERLAP).toISOString()
  }

  get isResumed(): boolean {
    return this.#run !== null && (this.#run.done.length > 0 || hasAny(this.#run.places))
  }

  placeOf(app: string): Cursor {
    return this.#run?.places[app] ?? START
  }

  isDone(step: string): boolean {
    return this.#run?.done.includes(step) ?? false
  }

  async pass(app: string, place: Cursor): Promise<void> {
    if (this.#run) this.#run.places[app] = place
    await this.save()
  }

  async finish(step: string): Promise<void> {
    this.#run?.done.push(step)
    await this.save()
  }

  /** Something in an app was refused: its next reading begins where this one did. */
  refuse(app: string): void {
    if (!this.#run?.refused.includes(app)) this.#run?.refused.push(app)
  }

  /** Given the fields that each app has here. */
  async end(apps: Readonly<Record<string, string>>): Promise<void> {
    if (this.#run) {
      const { number, startedAt, refused } = this.#run
      for (const [app, fields] of Object.entries(apps)) {
        if (refused.includes(app)) continue
        this.#complete[app] = startedAt
        this.#fields[app] = fields
      }
      this.#last = { number }
    }
    this.#run = null
    await this.save()
  }

  /** Replaces the file as a whole; one after another, the last one wins. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#write())
    return this.#saving
  }

  async #write(): Promise<void> {
    const run = this.#run && { ...this.#run, told: this.#tally }
    const stored = {
      ...{ format: 1, ...this.#ends, ids: this.ids },
      ...{ run, last: this.#last, complete: this.#complete, fields: this.#fields },
    }
    await this.#hold.check()
    try {
      await replace(this.#path, `${JSON.stringify(stored)}\n`)
    } catch (cause) {
      throw unwritable(this.#path, cause)
    }
  }
}

async function replace(path: string, text: string): Promise<void> {
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
}

const hasAny = (value: object): boolean => Object.keys(value).length > 0

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
