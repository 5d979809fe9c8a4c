import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSWASMModule,
  Scope,
  VmCallResult,
} from 'quickjs-emscripten-core'
import { setMoment } from './clock.ts'
import type { FixedMemory } from './memory.ts'
import { PRELUDE } from './prelude.ts'
import { OUT_OF_MEMORY, outOfTime, type ProblemKind, type ScriptProblem } from './problem.ts'
import { FILE, findPlace, wrap } from './source.ts'

/** The stack limit of QuickJS; the stack of the thread is larger, so this limit is reached first. */
const STACK = 256 * 1024
/** Milliseconds to read the error, after the time of the script itself. */
const LAST_WORDS = 100
const LONGEST_MESSAGE = 1000
const LONGEST_CODE = 200

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
  /** CPU time in milliseconds. */
  time: number
  now: number
  seed: number
}

type Thrown = { name: string; message: string; stack: string; code: string }

/** One script in a runtime of its own, released with its scope. */
export class Session {
  readonly #scope: Scope
  readonly #memory: FixedMemory
  readonly #settings: Settings
  readonly #vm: QuickJSContext
  readonly #prelude: QuickJSHandle
  readonly #since = process.threadCpuUsage()
  #allowed: number
  #isLate = false

  constructor(
    scope: Scope,
    { quickjs, memory }: { quickjs: QuickJSWASMModule; memory: FixedMemory },
    settings: Settings,
  ) {
    this.#scope = scope
    this.#memory = memory
    this.#settings = settings
    this.#allowed = settings.time
    const interruptHandler = () => this.#isOver()
    const runtime = quickjs.newRuntime({ maxStackSizeBytes: STACK, interruptHandler })
    scope.manage(runtime)
    // QuickJS seeds its random numbers with the time at which a context is made.
    setMoment(settings.seed)
    this.#vm = scope.manage(runtime.newContext())
    setMoment(settings.now)
    const prelude = this.#vm.evalCode(PRELUDE, 'prelude', { type: 'global' })
    this.#prelude = scope.manage(this.#vm.unwrapResult(prelude))
  }

  /** Parses the script without running it. */
  check(): void {
    this.#compile({ compileOnly: true })
  }

  /** Takes the context as JSON and returns the changed variables as JSON. */
  run(json: string): string {
    const script = this.#compile({})
    const text = this.#scope.manage(this.#vm.newString(json))
    const context = this.#call('thrown', this.#tool('read'), text)
    const result = this.#call('thrown', script, context)
    return this.#vm.getString(this.#call('bad_result', this.#tool('write'), result))
  }

  #compile(options: { compileOnly?: boolean }): QuickJSHandle {
    const code = wrap(this.#settings.source)
    return this.#take('syntax', this.#vm.evalCode(code, FILE, { type: 'global', ...options }))
  }

  #tool(name: 'read' | 'write' | 'describe'): QuickJSHandle {
    return this.#scope.manage(this.#vm.getProp(this.#prelude, name))
  }

  #call(kind: ProblemKind, called: QuickJSHandle, value: QuickJSHandle): QuickJSHandle {
    return this.#take(kind, this.#vm.callFunction(called, this.#vm.undefined, value))
  }

  #take(kind: ProblemKind, result: VmCallResult<QuickJSHandle>): QuickJSHandle {
    if (!result.error) return this.#scope.manage(result.value)
    throw new Stop(this.#toProblem(kind, this.#scope.manage(result.error)))
  }

  #isOver(): boolean {
    const isOver = this.#used() > this.#allowed
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
