import { createHash } from 'node:crypto'
import { v5 } from 'uuid'
import { z } from 'zod'
import { AppError, invalid, isFinal, tooLarge } from '../../../lib/errors.ts'
import type { Caller } from '../../../platform/caller.ts'
import { toAppError } from '../../../platform/db/errors.ts'
import type { Cause } from '../../../platform/events.ts'
import type { InnerOperations } from '../../../platform/inner-call.ts'
import { pause } from '../../../platform/loops/sleep.ts'
import type { OutsideCaller } from '../../../platform/outside/caller.ts'
import { type Chain, chainHeader } from '../../../platform/outside/chain.ts'
import { LONGEST_ANSWER, tooLong } from '../../../platform/scripts/request-queue.ts'
import { FinalFailure, type Tools, type Work } from '../jobs/outcome.ts'
import { storeBytes } from './bytes.ts'
import { sendOutside } from './outside.ts'
import { extendLease, insertCalls, LEASE, listCalls, type ScriptCall } from './store.ts'

/**
 * In addition to the public API: scripts of other products delete and register items, count working time, and read
 * the org chart.
 */
export const MORE_OPERATIONS = [
  ...['users.getOrgChart', 'disk.listVersions', 'disk.deleteDirectory'],
  ...['apps.deleteItem', 'apps.restoreItem', 'calendars.count'],
  ...['registration.register', 'registration.reserve', 'registration.cancel'],
]

export type ScriptMeans = { operations: Pick<InnerOperations, 'call'>; caller: OutsideCaller }

const Values = z.record(z.string(), z.unknown())
const Request = z.union([
  z.strictObject({ call: z.string().max(200), params: Values, input: z.unknown() }),
  z.strictObject({
    fetch: z.strictObject({
      url: z.string().max(10_000),
      method: z.string().max(20),
      headers: z.record(z.string(), z.string()),
      body: z.string().optional(),
    }),
  }),
  z.strictObject({ bytes: z.base64() }),
  z.strictObject({ wait: z.number() }),
  z.strictObject({ me: z.literal(true) }),
])
type Request = z.output<typeof Request>

const LONGEST_WAIT = 60_000
/** The name from which ids of file bodies are derived: a repeated call reuses the id. */
const BYTES = '2f6c8a0e-95c1-5d1b-b7a4-0c3e5a1d7f29'
/** Answers held in memory until the next change, in characters. */
const MOST_KEPT = 32 * 1024 ** 2

/** Finds the acting user. Called on the first request, because most scripts only compute. */
type FindUser = () => Promise<Caller>

type Running = {
  work: Work
  tools: Tools
  findUser: FindUser
  cause: Cause
  /** The workspace or module of the script, followed by a dot and the app. */
  namespace: string
  /** The chain for requests to other servers, should they lead back here. */
  chain: Chain
}

/**
 * Answers what one script asks for. Changes are stored in one transaction with the answers up to there. A
 * script that runs again, after a crash or when it took too long, gets these answers, does what it did with
 * them, and goes on from its last change: nothing is done twice.
 */
export class ScriptRun {
  readonly #means: ScriptMeans
  readonly #work: Work
  readonly #tools: Tools
  readonly #findUser: FindUser
  readonly #cause: Cause
  readonly #chain: Chain
  readonly #namespace: string
  readonly #known: ReadonlyMap<number, ScriptCall>
  readonly #counts = { calls: 0, changes: 0, refused: 0 }
  #unsaved: ScriptCall[]
  #user: Promise<Caller> | undefined
  #seq = 0
  /** The length of all answers so far, in characters. */
  #kept: number
  /** Why no more requests are answered. */
  #fault: unknown
  /** The time that the script sees: that of its first attempt. */
  readonly now: Date

  private constructor(
    means: ScriptMeans,
    { work, tools, findUser, cause, chain, namespace }: Running,
    known: ReadonlyMap<number, ScriptCall>,
  ) {
    this.#means = means
    this.#work = work
    this.#tools = tools
    this.#findUser = findUser
    this.#cause = cause
    this.#chain = chain
    this.#namespace = namespace
    this.#known = known
    this.#kept = [...known.values()].reduce((sum, { answer }) => sum + answer.length, 0)
    const begun = known.get(0)
    this.now = begun ? new Date(JSON.parse(begun.answer)) : tools.ctx.now()
    const answer = JSON.stringify(this.now)
    this.#unsaved = begun ? [] : [{ seq: 0, asked: '', answer, is_refused: false }]
  }

  static async begin(means: ScriptMeans, running: Running): Promise<ScriptRun> {
    const calls = await listCalls(running.tools.ctx.db, leaseOf(running.work).job)
    return new ScriptRun(means, running, new Map(calls.map((call) => [call.seq, call])))
  }

  /** Added to the history. */
  get about(): Record<string, unknown> {
    return { script: this.#counts }
  }

  /** Even if the script caught the error: temporary refusals are retried. */
  throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault
  }

  readonly answer = async (given: unknown): Promise<string> => {
    this.throwFault()
    const seq = ++this.#seq
    const asked = createHash('sha256').update(JSON.stringify(given)).digest('hex')
    this.#counts.calls++
    const call = await this.#find(given, { seq, asked }).catch((error: unknown) => {
      this.#fault = error
      throw error
    })
    if (!call.is_refused) return call.answer
    this.#counts.refused++
    const { message, code } = JSON.parse(call.answer)
    throw new AppError(code, message)
  }

  /** The answer: recorded by an earlier attempt, or computed now. */
  async #find(given: unknown, place: CallKey): Promise<ScriptCall> {
    const known = this.#known.get(place.seq)
    if (known) return same(known, place)
    if (this.#kept > MOST_KEPT) {
      const message = `a script may be told ${MOST_KEPT} characters altogether: ask for less`
      throw new FinalFailure({ message, code: 'too_large' })
    }
    try {
      const request = Request.safeParse(given)
      if (!request.success) throw invalid('this cannot be asked for')
      await this.#acting()
      return await this.#carryOut(request.data, place)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return this.#note({ ...place, ...refused(error) })
    }
  }

  #acting(): Promise<Caller> {
    this.#user ??= this.#begin()
    return this.#user
  }

  async #begin(): Promise<Caller> {
    const [user, isOurs] = await Promise.all([
      this.#findUser(),
      this.#tools.write(({ db }) => extendLease(db, leaseOf(this.#work), LEASE)),
    ])
    if (!isOurs) throw new Error('the job is no longer ours')
    return user
  }

  async #carryOut(request: Request, place: CallKey): Promise<ScriptCall> {
    if ('wait' in request) {
      await pause(Math.min(Math.max(request.wait, 0), LONGEST_WAIT))
      return this.#note(toCall(place, 'null'))
    }
    if ('me' in request) {
      const { id } = await this.#acting()
      return this.#note(toCall(place, JSON.stringify({ id })))
    }
    if ('call' in request) return this.#call(request, place)
    if ('bytes' in request) {
      const hash = v5(this.#keyOf(place.seq), BYTES)
      await storeBytes(this.#tools, await this.#acting(), { hash, base64: request.bytes })
      return this.#note(toCall(place, JSON.stringify({ hash })))
    }
    const { answer, isChange } = await sendOutside(this.#means.caller, request.fetch, {
      key: this.#keyOf(place.seq),
      chain: chainHeader(this.#tools.ctx, this.#chain),
    })
    const call = this.#note(toCall(place, answer))
    if (isChange) await this.#save()
    return call
  }

  async #call(
    { call: name, params, input }: Extract<Request, { call: string }>,
    place: CallKey,
  ): Promise<ScriptCall> {
    let isChange = false
    const user = await this.#acting()
    const answer = await this.#means.operations
      .call({
        ...{ name, user, asked: { params, input }, key: this.#keyOf(place.seq) },
        ...{ cause: this.#cause, isOwn: isOwnStorage(name, params, this.#namespace) },
        record: (answer) => {
          isChange = true
          return [insertCalls(leaseOf(this.#work), [...this.#unsaved, toCall(place, answer)])]
        },
      })
      // The errors that a request would get. Errors of the journal are not among them.
      .catch((error: unknown) => {
        throw toAppError(error) ?? error
      })
    const call = this.#note(toCall(place, answer))
    if (!isChange) return call
    this.#counts.changes++
    this.#unsaved = []
    return call
  }

  /** Answers to be stored with the next change. */
  #note(call: ScriptCall): ScriptCall {
    this.#kept += call.answer.length
    this.#unsaved.push(call)
    return call
  }

  async #save(): Promise<void> {
    this.#counts.changes++
    await this.#tools.write(({ db }) => db.run(insertCalls(leaseOf(this.#work), this.#unsaved)))
    this.#unsaved = []
  }

  #keyOf(seq: number): string {
    return `script:${leaseOf(this.#work).job}:${seq}`
  }
}

/**
 * Storage is for administrators, because keys have no rights; they also write the scripts. So a script may use the
 * storage of its own workspace or module, whoever runs it.
 */
const isOwnStorage = (
  name: string,
  { namespace }: Record<string, unknown>,
  place: string,
): boolean =>
  /^storage\.(get|save|delete)(Workspace|App)$/.test(name) && namespace === place.split('.')[0]

function leaseOf({ lease }: Work) {
  if (!lease) throw new Error('a script that asks for something is a job')
  return lease
}

/** The number of the call and its content. */
type CallKey = Pick<ScriptCall, 'seq' | 'asked'>

function same(known: ScriptCall, { seq, asked }: CallKey): ScriptCall {
  if (known.asked === asked) return known
  const message = `the script was run again, and its call ${seq} is another one than the first time`
  throw new FinalFailure({ message, code: 'script-differs' })
}

/** An answer that is too large is not recorded either. */
const toCall = (place: CallKey, answer: string): ScriptCall =>
  answer.length <= LONGEST_ANSWER
    ? { ...place, answer, is_refused: false }
    : { ...place, ...refused(tooLarge(tooLong(answer))) }

/** Errors that a request would get whenever it is made. */
const isRefusal = (error: unknown): error is AppError =>
  isFinal(error) && !(error instanceof FinalFailure)

const refused = ({ message, code }: AppError) => ({
  answer: JSON.stringify({ message, code }),
  is_refused: true,
})
