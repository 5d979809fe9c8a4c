import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
  Scope,
  VmCallResult,
} from 'quickjs-emscripten-core'
import { setMoment } from './clock.ts'
import type { FixedMemory } from './memory.ts'
import type { Running, ScriptReply } from './outcome.ts'
import { PRELUDE } from './prelude.ts'
import { OUT_OF_MEMORY, outOfTime, type ProblemKind, type ScriptProblem } from './problem.ts'
import type { RequestChannel } from './request-channel.ts'
import { FILE, findPlace, isAsking, redeclare, wrap } from './source.ts'
import { withoutTypes } from './typescript.ts'
import { WORLD } from './world/world.ts'

/** The stack limit of QuickJS; the stack of the thread is larger, so this limit is reached first. */
const STACK = 256 * 1024
/** Milliseconds to read the error, after the script's own time. */
const LAST_WORDS = 100
const LONGEST_MESSAGE = 1000
const LONGEST_CODE = 200
/** Promise callbacks that run before the time is checked. */
const JOBS = 1000

/** Ends a session: the script gave no result. */
export class Stop extends Error {
  readonly problem: ScriptProblem

  constructor(problem: ScriptProblem) {
    super(problem.message)
    this.problem = problem
  }
}

export type Settings = {
  source: string
  /** The function of the source to call; absent = the source is a function body. */
  called?: string | undefined
  /** CPU time in milliseconds, between two answers of the server. */
  time: number
  now: number
  seed: number
}

type Engine = { quickjs: QuickJSWASMModule; memory: FixedMemory; line: RequestChannel }

type Thrown = { name: string; message: string; stack: string; code: string }

/** One script in a runtime of its own, released with its scope. */
export class Session {
  readonly #scope: Scope
  readonly #memory: FixedMemory
  readonly #line: RequestChannel
  readonly #settings: Settings
  readonly #runtime: QuickJSRuntime
  readonly #vm: QuickJSContext
  readonly #prelude: QuickJSHandle
  #since = process.threadCpuUsage()
  #allowed: number
  #isLate = false

  constructor(scope: Scope, { quickjs, memory, line }: Engine, settings: Settings) {
    this.#scope = scope
    this.#memory = memory
    this.#line = line
    this.#settings = settings
    this.#allowed = settings.time
    const interruptHandler = () => this.#isOver()
    this.#runtime = quickjs.newRuntime({ maxStackSizeBytes: STACK, interruptHandler })
    scope.manage(this.#runtime)
    // QuickJS seeds its random numbers with the time at which a context is made.
    setMoment(settings.seed)
    this.#vm = scope.manage(this.#runtime.newContext())
    setMoment(settings.now)
    const prelude = this.#take('thrown', this.#vm.evalCode(PRELUDE, 'prelude', { type: 'global' }))
    this.#prelude = this.#call('thrown', prelude, this.#newSend())
  }

  /** Parses the script without running it. */
  check(): void {
    this.#compile({ compileOnly: true })
  }

  /** Those of the names that a program declares: declaring one again is a syntax error. */
  findDeclared(names: readonly string[]): string[] {
    const { source } = this.#settings
    return names.filter(
      (name) => this.#parses(redeclare('', name)) && !this.#parses(redeclare(source, name)),
    )
  }

  /** Takes the context as JSON and returns the changed variables as JSON. */
  async run({ context, place, argument, answer = '' }: Running): Promise<string> {
    const script = this.#compile({})
    const json = this.#text(context)
    if (isAsking(this.#settings.source)) {
      const world = this.#take('thrown', this.#vm.evalCode(WORLD, 'world', { type: 'global' }))
      this.#call('thrown', this.#tool('begin'), world, this.#text(place), json)
    }
    const given = argument === undefined ? [json] : [json, this.#text(argument)]
    const read = given.map((each) => this.#call('thrown', this.#tool('read'), each))
    const promise = this.#call('thrown', script, ...read)
    await this.#finish(promise)
    const result = this.#resultOf(promise)
    this.#call('thrown', this.#tool('hear'))
    const written = this.#call('bad_result', this.#tool('write'), result, this.#text(answer))
    return this.#vm.getString(written)
  }

  /** Requests that the script does not await are answered, too, before its result is taken. */
  async #finish(promise: QuickJSHandle): Promise<void> {
    for (;;) {
      this.#runJobs(promise)
      if (this.#line.isIdle) return
      const told = await this.#line.next()
      this.#since = process.threadCpuUsage()
      this.#settle(told)
    }
  }

  #runJobs(promise: QuickJSHandle): void {
    do {
      const done = this.#runtime.executePendingJobs(JOBS)
      if (done.error) {
        throw new Stop(this.#toProblem('thrown', this.#scope.manage(done.error)))
      }
      // A script could catch a rejection; an interrupted script must not continue.
      if (this.#isOver()) throw this.#lateFor(promise)
    } while (this.#runtime.hasPendingJob())
  }

  #lateFor(promise: QuickJSHandle): Stop {
    const state = this.#vm.getPromiseState(promise)
    if (state.type === 'rejected') {
      return new Stop(this.#toProblem('thrown', this.#scope.manage(state.error)))
    }
    if (state.type === 'fulfilled') state.value.dispose()
    return new Stop(outOfTime(this.#settings.time))
  }

  #settle(told: ScriptReply): void {
    const { no } = told
    const [answer, refusal] =
      'answer' in told ? [told.answer, ''] : ['', JSON.stringify(told.refusal)]
    const given = [this.#vm.newNumber(no), this.#vm.newString(answer), this.#vm.newString(refusal)]
    const settled = this.#vm.callFunction(this.#tool('settle'), this.#vm.undefined, ...given)
    for (const each of given) each.dispose()
    if (settled.error) {
      throw new Stop(this.#toProblem('thrown', this.#scope.manage(settled.error)))
    }
    settled.value.dispose()
  }

  #resultOf(promise: QuickJSHandle): QuickJSHandle {
    const state = this.#vm.getPromiseState(promise)
    if (state.type === 'fulfilled') return this.#scope.manage(state.value)
    if (state.type === 'rejected') {
      throw new Stop(this.#toProblem('thrown', this.#scope.manage(state.error)))
    }
    throw new Stop({ kind: 'thrown', message: 'it waits for something that never happens' })
  }

  #newSend(): QuickJSHandle {
    const send = this.#vm.newFunction('send', (no, request) =>
      this.#vm.newString(
        this.#line.ask({ no: this.#vm.getNumber(no), request: this.#vm.getString(request) }),
      ),
    )
    return this.#scope.manage(send)
  }

  #compile(options: { compileOnly?: boolean }): QuickJSHandle {
    const { source, called } = this.#settings
    return this.#take('syntax', this.#evaluate(wrap(source, called), options))
  }

  #parses(code: string): boolean {
    const result = this.#evaluate(code, { compileOnly: true })
    const handle = result.error ?? result.value
    handle.dispose()
    return !result.error
  }

  /** A syntax error in JavaScript may be TypeScript. */
  #evaluate(code: string, options: { compileOnly?: boolean }): VmCallResult<QuickJSHandle> {
    const evaluate = (text: string) => this.#vm.evalCode(text, FILE, { type: 'global', ...options })
    const plain = evaluate(code)
    const bare = plain.error ? withoutTypes(code) : undefined
    if (bare === undefined) return plain
    plain.error?.dispose()
    return evaluate(bare)
  }

  #text(text: string): QuickJSHandle {
    return this.#scope.manage(this.#vm.newString(text))
  }

  #tool(name: 'read' | 'begin' | 'settle' | 'hear' | 'write' | 'describe'): QuickJSHandle {
    return this.#scope.manage(this.#vm.getProp(this.#prelude, name))
  }

  #call(kind: ProblemKind, called: QuickJSHandle, ...values: QuickJSHandle[]): QuickJSHandle {
    return this.#take(kind, this.#vm.callFunction(called, this.#vm.undefined, ...values))
  }

  #take(kind: ProblemKind, result: VmCallResult<QuickJSHandle>): QuickJSHandle {
    if (!result.error) return this.#scope.manage(result.value)
    throw new Stop(this.#toProblem(kind, this.#scope.manage(result.error)))
  }

  #isOver(): boolean {
    const isOver = this.#isLate || this.#used() > this.#allowed
    if (isOver) this.#isLate = true
    return isOver
  }

  #used(): number {
    const { user, system } = process.threadCpuUsage(this.#since)
    return (user + system) / 1000
  }

  #toProblem(kind: ProblemKind, error: QuickJSHandle): ScriptProblem {
    const { time, source } = this.#settings
    const isLate = this.#isLate
    this.#isLate = false
    this.#allowed = this.#used() + LAST_WORDS
    const { name, message, stack, code } = this.#describe(error)
    const place = findPlace(stack, source)
    if (isLate) return { ...outOfTime(time), ...place }
    const isEngine = name === 'InternalError' && /^(out of memory|string too long)$/.test(message)
    if (isEngine || this.#memory.isExhausted) return { ...OUT_OF_MEMORY, ...place }
    const text = kind === 'thrown' && name !== '' ? `${name}: ${message}` : message
    const named = kind === 'thrown' && code !== '' ? { code: code.slice(0, LONGEST_CODE) } : {}
    return { kind, message: text.slice(0, LONGEST_MESSAGE), ...named, ...place }
  }

  /** Reading a thrown value runs code of the script: it may throw again or never end. */
  #describe(error: QuickJSHandle): Thrown {
    const vm = this.#vm
    const described = vm.callFunction(this.#tool('describe'), vm.undefined, error)
    if (!described.error) return JSON.parse(vm.getString(this.#scope.manage(described.value)))
    described.error.dispose()
    return { name: '', message: 'it threw something that cannot be read', stack: '', code: '' }
  }
}
