import type { Readable } from 'node:stream'
import { type TaskOwner, WorkerPool } from '../workers/pool.ts'
import { WorkerFailure } from '../workers/reply.ts'
import type { Format } from './format.ts'
import { DocumentError } from './problem.ts'
import type { Limits, Task, Template } from './template.ts'
import type { Values } from './values.ts'
import type { Answer } from './worker.ts'

export type Filling = {
  values: Values
  locale?: string
  timeZone?: string
  types?: Format['types']
}

type Options = { time: number; template: number; values: number } & Limits

const LIMITS: Options = {
  time: 30_000,
  template: 20 * 1024 ** 2,
  values: 8 * 1024 ** 2,
  parts: 2000,
  unpacked: 100 * 1024 ** 2,
  document: 50 * 1024 ** 2,
}

/** Fills Word and Excel templates, in worker threads because templates are untrusted. */
export class Documents {
  readonly #limits: Options
  readonly #pool: WorkerPool<Task, Answer>

  constructor(limits: Partial<Options> = {}) {
    this.#limits = { ...LIMITS, ...limits }
    this.#pool = new WorkerPool({
      name: 'documents',
      file: new URL('./worker.ts', import.meta.url),
      size: 1,
      queue: 100,
      each: { size: 1, queue: 20 },
      limits: { maxOldGenerationSizeMb: 512 },
    })
  }

  /** Fills a template. */
  async fill(
    template: Uint8Array | Readable,
    filling: Filling,
    by: TaskOwner = {},
  ): Promise<Buffer> {
    const { values, locale = 'en', timeZone = 'UTC', types = {} } = filling
    const bytes = Buffer.byteLength(JSON.stringify(values))
    if (bytes > this.#limits.values) throw tooLarge('values', bytes, this.#limits.values)
    const content = await this.#read(template)
    const format = { locale, timeZone, types }
    const task: Task = { type: 'fill', content, values, format, limits: this.#limits }
    const answer = await this.#ask(task, by)
    if ('document' in answer) return Buffer.from(answer.document.buffer)
    throw new Error('unexpected answer of the worker')
  }

  /** Lists the variables of a template; throws a `DocumentError` if it cannot be filled. */
  async check(template: Uint8Array | Readable, by: TaskOwner = {}): Promise<Template> {
    const content = await this.#read(template)
    const answer = await this.#ask({ type: 'check', content, limits: this.#limits }, by)
    if ('template' in answer) return answer.template
    throw new Error('unexpected answer of the worker')
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  async #ask(task: Task, by: TaskOwner): Promise<Exclude<Answer, { problem: unknown }>> {
    try {
      const answer = await this.#pool.run(task, this.#limits.time, by)
      if ('problem' in answer) throw new DocumentError(answer.problem)
      return answer
    } catch (error) {
      throw error instanceof WorkerFailure ? this.#toError(error) : error
    }
  }

  #toError(failure: WorkerFailure): Error {
    if (failure.kind === 'timeout') {
      const message = `the template could not be filled within ${this.#limits.time} ms`
      return new DocumentError({ kind: 'timeout', message })
    }
    if (failure.kind === 'crash') return failure
    return new DocumentError({ kind: 'too_large', message: 'the template takes too much memory' })
  }

  async #read(template: Uint8Array | Readable): Promise<Uint8Array> {
    const most = this.#limits.template
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of template instanceof Uint8Array ? [template] : template) {
      bytes += chunk.length
      if (bytes > most) throw tooLarge('template', bytes, most)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}

const tooLarge = (what: string, bytes: number, most: number) =>
  new DocumentError({
    kind: 'too_large',
    message: `the ${what} of a document may have ${most} bytes, received ${bytes}`,
  })
