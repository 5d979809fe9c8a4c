import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError, isFinal } from '../../../lib/errors.ts'
import type { Caller } from '../../../platform/caller.ts'
import type { Sql } from '../../../platform/db/sql.ts'
import { pause } from '../../../platform/loops/sleep.ts'
import type { OutsideCaller } from '../../../platform/outside/caller.ts'
import { FinalFailure, type Tools, type Work } from '../jobs/outcome.ts'
import { sendOutside } from './outside.ts'
import { extendLease, insertCalls, listCalls, type ScriptCall } from './store.ts'

/** The operations of the server, called from inside it with the checks of a request. */
type ScriptOperations = {
  /** The answer as JSON text. A change is stored together with what `record` returns for its answer. */
  call(call: {
    name: string
    user: Caller
    asked: { params?: unknown; input?: unknown }
    key: string
    record: (answer: string) => Sql[]
  }): Promise<string>
}

/** Beside those of the public API: scripts of other products delete items, and count working time. */
export const MORE_OPERATIONS = ['apps.deleteItem', 'apps.restoreItem', 'calendars.count']

export type ScriptMeans = { operations: ScriptOperations; caller: OutsideCaller }

const Values = z.record(z.string(), z.unknown())
const Request = z.union([
  z.strictObject({ call: z.string().max(200), params: Values, input: z.unknown() }),
  z.strictObject({
    fetch: z.strictObject({
      url: z.string().max(10_000),
      method: z.string().regex(/^[A-Za-z]{1,20}$/, 'expected a method such as POST'),
      headers: z.record(z.string(), z.string()),
      body: z.string().optional(),
    }),
  }),
  z.strictObject({ wait: z.number() }),
  z.strictObject({ me: z.literal(true) }),
])
type Request = z.output<typeof Request>

/** The time a script has altogether, and some more to take its result. */
const LEASE = 75
const LONGEST_WAIT = 60_000

/** Who does what is asked for. Looked up when something is: most scripts only compute. */
type FindUser = () => Promise<Caller>

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
  readonly #known: ReadonlyMap<number, ScriptCall>
  readonly #counts = { calls: 0, changes: 0, refused: 0 }
  #unsaved: ScriptCall[]
  #user: Promise<Caller> | undefined
  #seq = 0
  /** Why nothing is answered any more. */
  #fault: unknown
  /** The time that the script sees: that of its first attempt. */
  readonly now: Date

  private constructor(
    means: ScriptMeans,
    { work, tools, findUser }: { work: Work; tools: Tools; findUser: FindUser },
    known: ReadonlyMap<number, ScriptCall>,
  ) {
    this.#means = means
    this.#work = work
    this.#tools = tools
    this.#findUser = findUser
    this.#known = known
    const begun = known.get(0)
    this.now = begun ? new Date(JSON.parse(begun.answer)) : tools.ctx.now()
    const answer = JSON.stringify(this.now)
    this.#unsaved = begun ? [] : [{ seq: 0, asked: '', answer, is_refused: false }]
  }

  static async begin(
    means: ScriptMeans,
    running: { work: Work; tools: Tools; findUser: FindUser },
  ): Promise<ScriptRun> {
    const calls = await listCalls(running.tools.ctx.db, leaseOf(running.work).job)
    return new ScriptRun(means, running, new Map(calls.map((call) => [call.seq, call])))
  }

  /** What the history says about it. */
  get about(): Record<string, unknown> {
    return { script: this.#counts }
  }

  /** Whatever the script made of it: what was only refused for now is tried again. */
  throwFault(): void {
    if (this.#fault !== undefined) throw this.#fault
  }

  readonly answer = async (given: unknown): Promise<string> => {
    this.throwFault()
    const seq = ++this.#seq
    const asked = createHash('sha256').update(JSON.stringify(given)).digest('hex')
    const known = this.#known.get(seq)
    this.#counts.calls++
    try {
      if (known) return this.#again(known, asked)
      const request = Request.safeParse(given)
      if (!request.success) throw new AppError('invalid', 'this cannot be asked for')
      await this.#acting()
      return await this.#carryOut(request.data, { seq, asked })
    } catch (error) {
      this.#counts.refused++
      if (isRefusal(error)) this.#note({ seq, asked, ...refused(error) })
      else this.#fault = error
      throw error
    }
  }

  #again({ seq, asked: before, answer, is_refused }: ScriptCall, asked: string): string {
    if (before !== asked) {
      const message = `the script was run again, and its call ${seq} is another one than the first time`
      throw new FinalFailure({ message, code: 'script-differs' })
    }
    if (!is_refused) return answer
    const { message, code } = JSON.parse(answer)
    throw new AppError(code, message)
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

  async #carryOut(request: Request, { seq, asked }: Pick<ScriptCall, 'seq' | 'asked'>) {
    const row = (answer: string) => ({ seq, asked, answer, is_refused: false })
    if ('wait' in request) {
      await pause(Math.min(Math.max(request.wait, 0), LONGEST_WAIT))
      return this.#note(row('null'))
    }
    if ('me' in request) {
      const { id } = await this.#acting()
      return this.#note(row(JSON.stringify({ id })))
    }
    if ('call' in request) return this.#call(request, row)
    const { answer, isChange } = await sendOutside(this.#means.caller, request.fetch, {
      key: this.#keyOf(seq),
    })
    this.#note(row(answer))
    if (isChange) await this.#save()
    return answer
  }

  async #call(
    { call: name, params, input }: Extract<Request, { call: string }>,
    row: (answer: string) => ScriptCall,
  ): Promise<string> {
    const { operations } = this.#means
    let isChange = false
    const user = await this.#acting()
    const answer = await operations.call({
      ...{ name, user, asked: { params, input }, key: this.#keyOf(this.#seq) },
      record: (answer) => {
        isChange = true
        return [insertCalls(leaseOf(this.#work), [...this.#unsaved, row(answer)])]
      },
    })
    if (!isChange) return this.#note(row(answer))
    this.#counts.changes++
    this.#unsaved = []
    return answer
  }

  /** An answer that is stored with the next change. */
  #note(call: ScriptCall): string {
    this.#unsaved.push(call)
    return call.answer
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

function leaseOf({ lease }: Work) {
  if (!lease) throw new Error('a script that asks for something is a job')
  return lease
}

/** What a request would be refused with, whenever it is made. */
const isRefusal = (error: unknown): error is AppError =>
  isFinal(error) && !(error instanceof FinalFailure)

const refused = ({ message, code }: AppError) => ({
  answer: JSON.stringify({ message, code }),
  is_refused: true,
})
