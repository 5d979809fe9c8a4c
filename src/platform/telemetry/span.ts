import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

export type Attributes = Record<string, string | number | undefined>
export type SpanKind = 'server' | 'client' | 'consumer'
/** Contains no secrets and no field values: operators may read it. */
export type SpanDescription = { name: string; kind: SpanKind; attributes?: Attributes }
type Parent = { traceId: string; id: string; isSampled: boolean }

/** One step of a trace. */
export class Span {
  readonly traceId: string
  readonly id = randomBytes(8).toString('hex')
  readonly parentId: string | undefined
  /** Whether it is collected. Others still pass their trace on. */
  readonly isSampled: boolean
  readonly kind: SpanKind
  readonly startedAt = now()
  readonly attributes: Attributes
  name: string
  endedAt = 0
  isFailed = false

  constructor(
    { name, kind, attributes = {} }: SpanDescription,
    trace: Omit<Parent, 'id'>,
    parent?: string,
  ) {
    this.name = name
    this.kind = kind
    this.attributes = { ...attributes }
    this.traceId = trace.traceId
    this.isSampled = trace.isSampled
    this.parentId = parent
  }

  /** Only the class of the error: its message may contain values. */
  fail(error: unknown): void {
    const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
    this.isFailed = true
    this.attributes['error.type'] = String(code ?? name ?? 'error')
  }

  end(): void {
    this.endedAt = now()
    if (this.isSampled) collector?.add(this)
  }
}

/** In milliseconds since 1970, with a fraction. */
const now = (): number => performance.timeOrigin + performance.now()

export type Collector = {
  /** `parent` is the caller's decision, if there is one. */
  isSampled(traceId: string, parent: boolean | undefined): boolean
  add(span: Span): void
}

/** Off by default; then nothing below costs anything. */
let collector: Collector | undefined
const active = new AsyncLocalStorage<Span>()

export function collectSpans(to: Collector | undefined): void {
  collector = to
}

export const isTracing = (): boolean => collector !== undefined

export const currentSpan = (): Span | undefined => collector && active.getStore()

/** Continues the caller's trace or begins one; undefined when nothing is collected. */
export function beginSpan(about: SpanDescription, traceparent?: unknown): Span | undefined {
  if (!collector) return undefined
  const parent = readTraceparent(traceparent)
  const traceId = parent?.traceId ?? randomBytes(16).toString('hex')
  const isSampled = collector.isSampled(traceId, parent?.isSampled)
  return new Span(about, { traceId, isSampled }, parent?.id)
}

/** Everything the work does becomes part of the span. */
export const within = <T>(span: Span | undefined, work: () => T): T =>
  span ? active.run(span, work) : work()

/** Work that continues independently and belongs to no trace. */
export const untraced = <T>(work: () => T): T => active.exit(work)

/** A span of the current trace; without one, only the work. */
export async function traced<T>(about: SpanDescription, work: () => Promise<T>): Promise<T> {
  const parent = currentSpan()
  return parent?.isSampled ? record(new Span(about, parent, parent.id), work) : work()
}

/** Work that was requested elsewhere, perhaps on another node. */
export async function tracedFrom<T>(
  traceparent: unknown,
  about: SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  const span = beginSpan(about, traceparent)
  return span ? record(span, work) : work()
}

async function record<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await active.run(span, work)
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** The header of W3C Trace Context for outgoing calls. */
export function traceparent(): string | undefined {
  const span = currentSpan()
  return span && `00-${span.traceId}-${span.id}-${span.isSampled ? '01' : '00'}`
}

export function traceHeaders(): Record<string, string> {
  const value = traceparent()
  return value === undefined ? {} : { traceparent: value }
}

const SHAPE =
  /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-|$)/

function readTraceparent(text: unknown): Parent | undefined {
  const [, traceId, id, flags] = (typeof text === 'string' && SHAPE.exec(text)) || []
  if (traceId === undefined || id === undefined || flags === undefined) return undefined
  return { traceId, id, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
