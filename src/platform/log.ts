import { type Bindings, type DestinationStream, type Logger, pino, symbols } from 'pino'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

export type Log = Pick<Logger, Level> & { level: string; child(bindings: Bindings): Log }

/** One JSON line per fact on standard output. Secrets are cut out wherever they stand. */
export const makeLog = (level: string, to: DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['*.password', '*.token', 'password', 'token', '*.authorization', '*.cookie'],
      serializers: { err: pino.stdSerializers.err },
    },
    to,
  )

/** Where the lines of a logger go. */
export const streamOf = (log: Log): DestinationStream =>
  (log as unknown as { [symbols.streamSym]: DestinationStream })[symbols.streamSym]

/** A child that is made by the first word said: most requests never say one. */
export class LateLog implements Log {
  readonly #parent: Log
  readonly #bindings: Bindings
  #log: Log | undefined

  constructor(parent: Log, bindings: Bindings) {
    this.#parent = parent
    this.#bindings = bindings
  }

  get level(): string {
    return this.#parent.level
  }

  trace(...said: unknown[]): void {
    this.#made.trace(...(said as Said))
  }

  debug(...said: unknown[]): void {
    this.#made.debug(...(said as Said))
  }

  info(...said: unknown[]): void {
    this.#made.info(...(said as Said))
  }

  warn(...said: unknown[]): void {
    this.#made.warn(...(said as Said))
  }

  error(...said: unknown[]): void {
    this.#made.error(...(said as Said))
  }

  fatal(...said: unknown[]): void {
    this.#made.fatal(...(said as Said))
  }

  child(bindings: Bindings): Log {
    return new LateLog(this.#parent, { ...this.#bindings, ...bindings })
  }

  get #made(): Log {
    this.#log ??= this.#parent.child(this.#bindings)
    return this.#log
  }
}

type Said = Parameters<Logger['info']>
