import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { stopping, Turns } from '../workers/turns.ts'
import type { Limits, ReadAnswer, ReadTask, ReadText, TextFormat } from './formats.ts'

const LIMITS: Limits = {
  file: 50 * 1024 ** 2,
  unpacked: 64 * 1024 ** 2,
  text: 1_000_000,
  memory: 512 * 1024 ** 2,
  time: 60_000,
}
/** The beginning of a plain text. */
const PLAIN = 4 * 1024 ** 2
const BOOT = 30_000
/** Megabytes of objects; what is decoded is watched apart. */
const HEAP = 256

type Source = {
  format: TextFormat
  size: number
  open(range: { start: number; end: number }): Promise<Readable>
}

/** Reads the text of files that people uploaded, one at a time, in a process that is ended if it must be. */
export class Texts {
  readonly #limits: Limits
  readonly #turns = new Turns({ name: 'texts', size: 1, queue: 100 })
  readonly #boot: number
  #child: ChildProcess | undefined
  #number = 0

  /** `boot`: milliseconds until the process must be ready. */
  constructor({ boot = BOOT, ...limits }: Partial<Limits> & { boot?: number } = {}) {
    this.#boot = boot
    this.#limits = { ...LIMITS, ...limits }
  }

  read(source: Source): Promise<ReadText> {
    const { format, size } = source
    const most = this.#limits.file
    if (format !== 'text' && size > most) {
      const message = `the file has ${size} bytes, the text of files up to ${most} is read`
      return Promise.resolve({ problem: 'too_large', message })
    }
    return this.#turns.run(async () => {
      const end = format === 'text' ? Math.min(size, PLAIN) : size
      const content =
        end === 0 ? Buffer.alloc(0) : await buffer(await source.open({ start: 0, end }))
      const child = this.#child ?? (await this.#start())
      const task = { number: ++this.#number, content, format, limits: this.#limits }
      return this.#orEnd(child, this.#answerOf(child, task))
    })
  }

  async close(): Promise<void> {
    this.#turns.close()
    const child = this.#child
    if (!child) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(new URL('./process.ts', import.meta.url), [String(this.#limits.memory)], {
      // Without the settings and secrets of the server.
      env: {},
      execArgv: [`--max-old-space-size=${HEAP}`, '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    child.once('exit', () => this.#forget(child))
    child.on('error', () => this.#forget(child))
    await this.#orEnd(child, this.#isReady(child))
    // Does not keep the server alive.
    child.unref()
    child.channel?.unref()
    return child
  }

  /** A process that ends at once is not waited for. */
  async #isReady(child: ChildProcess): Promise<void> {
    const signal = AbortSignal.timeout(this.#boot)
    const exit = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`the process that reads texts ended with ${code} at its start`)
    })
    await Promise.race([once(child, 'message', { signal }), exit])
  }

  /** A process that failed is not asked again. */
  async #orEnd<T>(child: ChildProcess, work: Promise<T>): Promise<T> {
    try {
      return await work
    } catch (error) {
      this.#forget(child)
      child.kill('SIGKILL')
      throw error
    }
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = undefined
  }

  async #answerOf(child: ChildProcess, task: ReadTask): Promise<ReadText> {
    const late = setTimeout(() => child.kill('SIGKILL'), this.#limits.time)
    const started = performance.now()
    const read = await ask(child, task).finally(() => clearTimeout(late))
    if (!(read instanceof Ended)) return read
    if (this.#turns.isClosed) throw stopping()
    if (performance.now() - started >= this.#limits.time)
      return { problem: 'timeout', message: `not read within ${this.#limits.time} ms` }
    return read.isOfFile
      ? { problem: 'memory', message: 'reading it takes too much memory' }
      : { problem: 'interrupted', message: 'the process that reads texts was ended' }
  }
}

/** The process ended without an answer. */
class Ended {
  /** By our watch or by V8, which aborts; the kernel and people kill. */
  readonly isOfFile: boolean

  constructor(signal: NodeJS.Signals | null) {
    this.isOfFile = signal !== null && signal !== 'SIGKILL'
  }
}

async function ask(child: ChildProcess, task: ReadTask): Promise<ReadText | Ended> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadText | Ended>()
  const take = (message: unknown) => {
    const { number, read } = message as ReadAnswer
    if (number === task.number) resolve(read)
  }
  const end = (_: number | null, signal: NodeJS.Signals | null) => resolve(new Ended(signal))
  child.on('message', take).on('exit', end).on('error', reject)
  try {
    child.send(task)
    return await promise
  } finally {
    child.off('message', take).off('exit', end).off('error', reject)
  }
}
