import { type Bindings, type DestinationStream, type Logger, pino, symbols } from 'pino'
import { currentSpan, type Span } from './telemetry/span.ts'

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'

export type Log = Pick<Logger, Level> & { level: string; child(bindings: Bindings): Log }

/** JSON lines on standard output. Secrets are redacted everywhere. */
export const makeLog = (level: string, to: DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['*.password', '*.token', 'password', 'token', '*.authorization', '*.cookie'],
      serializers: { err: pino.stdSerializers.err },
      mixin: () => traceOf(currentSpan()),
    },
    to,
  )

/** With the names that log viewers expect. */
const traceOf = (span: Span | undefined) =>
  span ? { trace_id: span.traceId, span_id: span.id } : {}

/** The destination of a logger. */
export const streamOf = (log: Log): DestinationStream =>
  (log as unknown as { [symbols.streamSym]: DestinationStream })[symbols.streamSym]

/** A child logger created at its first use: most requests never log. */
export class LazyLog implements Log {
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

  trace(...args: unknown[]): void {
    this.#made.trace(...(args as LogArguments))
  }

  debug(...args: unknown[]): void {
    this.#made.debug(...(args as LogArguments))
  }

  info(...args: unknown[]): void {
    this.#made.info(...(args as LogArguments))
  }

  warn(...args: unknown[]): void {
    this.#made.warn(...(args as LogArguments))
  }

  error(...args: unknown[]): void {
    this.#made.error(...(args as LogArguments))
  }

  fatal(...args: unknown[]): void {
    this.#made.fatal(...(args as LogArguments))
  }

  child(bindings: Bindings): Log {
    return new LazyLog(this.#parent, { ...this.#bindings, ...bindings })
  }

  get #made(): Log {
    this.#log ??= this.#parent.child(this.#bindings)
    return this.#log
  }
}

type LogArguments = Parameters<Logger['info']>
