import cluster, { type Worker } from 'node:cluster'
import { availableParallelism } from 'node:os'
import { OWN_CALL } from '../http/auth.ts'
import { AppError, invalid } from '../lib/errors.ts'
import type { Log } from '../platform/log.ts'
import { pause } from '../platform/loops/sleep.ts'
import { HandedConnections } from './handed-connections.ts'
import { type FromWorker, tell } from './worker.ts'
import { WorkerMetrics } from './worker-metrics.ts'

/** More would only wait for one database. */
const MOST = 16
const MOST_BY_ITSELF = 4

type Machine = { cores?: number; hasDatabase: boolean }

/** `auto` or a number, as given on the command line. A database on the same machine needs half of it. */
export function countWorkers(
  given: string,
  { cores = availableParallelism(), hasDatabase }: Machine,
): number {
  if (given === 'auto') {
    const ours = hasDatabase ? Math.floor(cores / 2) : cores
    return Math.max(1, Math.min(ours, MOST_BY_ITSELF))
  }
  const count = Number(given)
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count
  throw invalid(`--workers: expected "auto" or a number from 1 to ${MOST}, got "${given}"`)
}

/** Connections of one worker at most, with the usual settings. */
const CONNECTIONS = 30
export const connectionsFor = (workers: number): number => Math.max(100, workers * CONNECTIONS + 20)

const FIRST_WAIT = 500
const LONGEST_WAIT = 30_000
/** In milliseconds, until a worker that follows others answers requests. */
const LONGEST_START = 300_000

type WorkersOptions = { count: number; args: string[]; longestStart?: number }

/** The server processes of one machine: they share its port, and each is a node like any other. */
export class Workers {
  readonly #log: Log
  readonly #count: number
  readonly #longestStart: number
  readonly #running = new Set<Worker>()
  /** Those that answer requests. */
  readonly #ready = new Set<Worker>()
  /** Told to stop, or replaced. */
  readonly #leaving = new Set<Worker>()
  readonly #metrics = new WorkerMetrics()
  readonly #connections = new HandedConnections(() => this.#anyReady())
  readonly #stopping = new AbortController()
  #isReplacing = false

  constructor(log: Log, { count, args, longestStart = LONGEST_START }: WorkersOptions) {
    this.#log = log
    this.#count = count
    this.#longestStart = longestStart
    cluster.setupPrimary({ args })
  }

  /** The first one migrates the database, for as long as it takes, and greets; the others follow. */
  async start(): Promise<void> {
    await this.#add(Number.POSITIVE_INFINITY)
    await Promise.all(Array.from({ length: this.#count - 1 }, () => this.#add()))
  }

  /** One after the other: its successor answers before it goes. */
  async replaceAll(): Promise<void> {
    if (this.#isStopping) return
    if (this.#isReplacing) return this.#log.warn('the workers are already being replaced')
    this.#isReplacing = true
    try {
      for (const old of [...this.#running]) {
        await this.#add()
        if (this.#isStopping) return
        if (!this.#running.has(old)) continue
        const gone = exitOf(old)
        this.#leaving.add(old)
        tell(old, { kind: 'replaced' })
        await gone
      }
      if (this.#isShort) await this.#add()
      if (this.#isStopping) return
      this.#log.warn({ workers: this.#running.size }, 'all workers were replaced')
    } catch (error) {
      this.#log.error({ err: error }, 'the workers are not replaced: a new one did not start')
    } finally {
      this.#isReplacing = false
    }
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** One may have died while its successor was on its way. */
  get #isShort(): boolean {
    const staying = [...this.#running].filter((worker) => !this.#leaving.has(worker))
    return !this.#isStopping && staying.length < this.#count
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([...this.#running].map((worker) => this.#stopOne(worker)))
  }

  #stopOne(worker: Worker): Promise<number> {
    const gone = exitOf(worker)
    this.#leaving.add(worker)
    worker.process.kill('SIGTERM')
    return gone
  }

  /** Resolves when the new worker answers requests. Once all are to stop, there are no new ones. */
  async #add(longest = this.#longestStart): Promise<void> {
    if (this.#isStopping) return
    const worker = cluster.fork()
    this.#running.add(worker)
    this.#connections.watch(worker)
    const ended = exitOf(worker).then((code) => {
      this.#running.delete(worker)
      this.#ready.delete(worker)
      return code
    })
    // Without a listener, a message to one that has just been killed would end this process.
    worker.on('error', (error) => {
      this.#log.error({ pid: worker.process.pid, err: error }, 'a worker cannot be reached')
    })
    const started = new AbortController()
    void this.#endIfLate(worker, longest, started.signal)
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') resolve()
        this.#hear(worker, message)
      })
      void ended.then((code) => {
        if (this.#isStopping) return resolve()
        reject(new AppError('unavailable', `a worker ended with code ${code} before it was ready`))
      })
    }).finally(() => started.abort())
    void ended.then((code) => {
      if (this.#isStopping || this.#leaving.delete(worker)) return
      this.#log.error({ pid: worker.process.pid, code }, 'a worker ended: another one is started')
      void this.#addAgain()
    })
  }

  #anyReady(): Worker | undefined {
    const ready = [...this.#ready].filter((worker) => worker.isConnected())
    return ready.find((worker) => !this.#leaving.has(worker)) ?? ready[0]
  }

  #hear(worker: Worker, message: FromWorker): void {
    if (message.kind === 'hello') tell(worker, { kind: 'welcome', ownCall: OWN_CALL.value })
    if (message.kind === 'ready') this.#ready.add(worker)
    if (message.kind === 'metrics') void this.#answerMetrics(worker, message.id)
    if (message.kind === 'counted') this.#metrics.hear(message.id, message.counted)
  }

  /** One that waits for something that never comes would keep all others from being replaced. */
  async #endIfLate(worker: Worker, longest: number, started: AbortSignal): Promise<void> {
    if (longest === Number.POSITIVE_INFINITY) return
    await pause(longest, started)
    if (started.aborted) return
    const { pid } = worker.process
    this.#log.error(
      { pid, seconds: longest / 1000 },
      'a worker takes too long to start: it is ended',
    )
    worker.process.kill('SIGKILL')
  }

  /** It may be the machine that has no memory for it: not in a tight loop. */
  async #addAgain(): Promise<void> {
    for (let wait = FIRST_WAIT; this.#isShort; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      try {
        return await this.#add()
      } catch (error) {
        this.#log.error({ err: error }, 'a worker did not start, it is tried again')
        await pause(wait, this.#stopping.signal)
      }
    }
  }

  /** Those of all workers together, for the one that was asked, which may be about to be ready. */
  async #answerMetrics(worker: Worker, id: number): Promise<void> {
    try {
      const text = await this.#metrics.read(new Set([...this.#ready, worker]))
      tell(worker, { kind: 'metrics', id, text })
    } catch (error) {
      tell(worker, { kind: 'metrics', id, failure: (error as Error).message })
    }
  }
}

/** With the signal's number where there is no code, as shells tell it; 126 for one that could not start. */
const exitOf = (worker: Worker) =>
  new Promise<number>((resolve) => {
    worker.once('exit', (code: number | null) => resolve(code ?? 137))
    if (worker.process.pid === undefined) worker.once('error', () => resolve(126))
  })
