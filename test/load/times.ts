/** How long each kind of request took, and what went wrong. */
export class Times {
  readonly errors: string[] = []
  readonly #times = new Map<string, number[]>()
  #isCounting = false

  /** What happened before, while people came in, does not count; what went wrong then does. */
  begin(): void {
    this.#isCounting = true
  }

  add(kind: string, milliseconds: number): void {
    if (!this.#isCounting) return
    const times = this.#times.get(kind)
    if (times) times.push(milliseconds)
    else this.#times.set(kind, [milliseconds])
  }

  has(kind: string): boolean {
    return this.#times.has(kind)
  }

  fail(what: string): void {
    this.errors.push(what)
  }

  rows(): Kind[] {
    const rows = Array.from(this.#times, ([kind, times]) => toRow(kind, times))
    return rows.sort((a, b) => b.count - a.count)
  }

  /** All requests together; what came by itself is none. */
  total(): Kind {
    const requests = Array.from(this.#times).filter(([kind]) => kind !== LIVE)
    return toRow(
      'all requests',
      requests.flatMap(([, times]) => times),
    )
  }
}

export type Kind = { kind: string; count: number; p50: number; p95: number; p99: number }

/** From the moment a comment is sent until its author is told by the stream. */
export const LIVE = 'live update'

function toRow(kind: string, times: number[]): Kind {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { kind, count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
