import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { stopping, Turns } from '../workers/turns.ts'
import type { Limits, ReadText, TextFormat } from './formats.ts'

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
  #child: ChildProcess | undefined

  constructor(limits: Partial<Limits> = {}) {
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
      const child = this.#child ?? (await this.#boot())
      child.send({ content, format, limits: this.#limits })
      return this.#answerOf(child)
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

  async #boot(): Promise<ChildProcess> {
    const child = fork(new URL('./process.ts', import.meta.url), [String(this.#limits.memory)], {
      // Without the settings and secrets of the server.
      env: {},
      execArgv: [`--max-old-space-size=${HEAP}`, '--disable-warning=ExperimentalWarning'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child = child
    child.once('exit', () => {
      if (this.#child === child) this.#child = undefined
    })
    await once(child, 'message', { signal: AbortSignal.timeout(BOOT) })
    // Does not keep the server alive.
    child.unref()
    child.channel?.unref()
    return child
  }

  async #answerOf(child: ChildProcess): Promise<ReadText> {
    const stop = new AbortController()
    const { signal } = stop
    const late = setTimeout(() => child.kill('SIGKILL'), this.#limits.time)
    const started = performance.now()
    try {
      const [answer] = await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => [undefined]),
      ])
      if (answer !== undefined) return answer as ReadText
    } finally {
      clearTimeout(late)
      stop.abort()
    }
    if (this.#turns.isClosed) throw stopping()
    return performance.now() - started >= this.#limits.time
      ? { problem: 'timeout', message: `not read within ${this.#limits.time} ms` }
      : { problem: 'memory', message: 'reading it takes too much memory' }
  }
}
