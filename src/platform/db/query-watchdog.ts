import type pg from 'pg'
import { AppError } from '../../lib/errors.ts'
import { cancel } from './cancel.ts'

/** Milliseconds: shorter limits are not worth watching. */
const SHORT = 250

export type Limits = {
  /** Aborted when nobody waits for the rows any more. */
  left?: (() => AbortSignal) | undefined
  milliseconds?: number | undefined
}

/** Cancels the running statement when nobody waits for it any more or its time is over. */
export class QueryWatchdog {
  /** Why it was cancelled; set = the connection must not be used again. */
  reason: unknown
  readonly #client: pg.ClientBase
  readonly #limits: Limits
  #timer: NodeJS.Timeout
  #left: AbortSignal | undefined

  constructor(client: pg.ClientBase, limits: Limits) {
    this.#client = client
    this.#limits = limits
    this.#timer = setTimeout(() => this.#begin(), SHORT)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#left?.removeEventListener('abort', this.#leave)
  }

  #begin(): void {
    const { left, milliseconds } = this.#limits
    this.#left = left?.()
    if (this.#left?.aborted) this.#leave()
    this.#left?.addEventListener('abort', this.#leave)
    if (milliseconds === undefined) return
    this.#timer = setTimeout(() => this.#cancel(tooLong(milliseconds)), milliseconds - SHORT)
  }

  readonly #leave = () => this.#cancel(this.#left?.reason)

  #cancel(reason: unknown): void {
    this.reason ??= reason
    void cancel(this.#client)
  }
}

const tooLong = (milliseconds: number) =>
  new AppError('timeout', `the database took longer than ${milliseconds / 1000} s, ask for less`)
