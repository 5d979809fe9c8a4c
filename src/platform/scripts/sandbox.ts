import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import release from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
  Scope,
} from 'quickjs-emscripten-core'
import { FixedMemory } from './memory.ts'
import type { Outcome, Task } from './outcome.ts'
import { OUT_OF_MEMORY } from './problem.ts'
import { RequestChannel } from './request-channel.ts'
import { Session, Stop } from './session.ts'

// Its types describe the CommonJS file, Node loads the ES module.
const variant = release as unknown as QuickJSSyncVariant
const WASM = fileURLToPath(import.meta.resolve('@jitl/quickjs-wasmfile-release-sync/wasm'))
const compiled = await WebAssembly.compile(await readFile(WASM))

const nothing = () => undefined
/** Silences Emscripten: a crash is in the outcome. Its types do not include these two. */
const QUIET: object = { print: nothing, printErr: nothing }

/** A QuickJS with memory of a fixed size. */
export class Sandbox {
  readonly #quickjs: QuickJSWASMModule
  readonly #memory: FixedMemory
  #isSpent = false

  private constructor(quickjs: QuickJSWASMModule, memory: FixedMemory) {
    this.#quickjs = quickjs
    this.#memory = memory
  }

  static async open(): Promise<Sandbox> {
    const memory = new FixedMemory()
    const options = {
      wasmModule: async () => compiled,
      wasmMemory: async () => memory,
      emscriptenModule: QUIET,
    }
    return new Sandbox(await newQuickJSWASMModuleFromVariant(newVariant(variant, options)), memory)
  }

  /** After a crash its memory is undefined, and grown memory never shrinks: use a new one. */
  get isSpent(): boolean {
    return this.#isSpent || this.#memory.isExhausted
  }

  async do(task: Task): Promise<Outcome> {
    const line = new RequestChannel(task.type === 'run' ? task.port : undefined)
    try {
      return await Scope.withScopeAsync((scope) => this.#do(scope, task, line))
    } catch (error) {
      if (error instanceof Stop) return { problem: error.problem }
      this.#isSpent = true
      return { problem: OUT_OF_MEMORY }
    } finally {
      line.close()
    }
  }

  async #do(scope: Scope, task: Task, line: RequestChannel): Promise<Outcome> {
    const engine = { quickjs: this.#quickjs, memory: this.#memory, line }
    const session = new Session(scope, engine, task)
    if (task.type === 'run') return limited(await session.run(task), task.result)
    if (task.type === 'declared') {
      return { result: JSON.stringify(session.findDeclared(task.names)) }
    }
    session.check()
    return { result: '' }
  }
}

/** Deeper values break recursive code. */
const DEEPEST = 64

function limited(result: string, most: number): Outcome {
  const bytes = Buffer.byteLength(result)
  if (bytes > most) return refuse(`its result has ${bytes} bytes, ${most} are allowed`)
  if (depthOf(result) > DEEPEST) return refuse(`its result is nested more than ${DEEPEST} deep`)
  return { result }
}

const refuse = (message: string): Outcome => ({ problem: { kind: 'bad_result', message } })

/** The nesting depth of lists and objects. Brackets in strings do not count. */
function depthOf(json: string): number {
  let [depth, deepest] = [0, 0]
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth)
    else if (token === ']' || token === '}') depth--
  }
  return deepest
}
