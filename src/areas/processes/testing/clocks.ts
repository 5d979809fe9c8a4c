import type { Sla } from '../../../definitions/sla.ts'
import type { Control } from '../../../engine/state.ts'
import type { Calendar } from '../../../lib/calendar.ts'
import { type Fired, fireDue, momentOf, nextThreshold, withBreach } from '../clocks/clock.ts'
import { followClocks } from '../clocks/follow.ts'
import type { ClockRow } from '../clocks/store.ts'

/** What a clock did, and when. */
export type ClockEvent = {
  at: string
  kind: Fired['threshold']['what']
  code: string
  element: string | null
}

/** The clocks of service levels in a test, without a database. */
export class TestClocks {
  readonly told: ClockEvent[] = []
  readonly #sla: Sla
  readonly #calendar: Calendar
  #open: ClockRow[] = []
  #stopped: ClockRow[] = []

  constructor(sla: Sla, calendar: Calendar) {
    this.#sla = sla
    this.#calendar = calendar
  }

  get rows(): ClockRow[] {
    return [...this.#stopped, ...this.#open]
  }

  /** Called after each move of the instance. */
  follow(control: Control, at: Date): void {
    this.pass(at)
    const [sla, calendar] = [this.#sla, this.#calendar]
    const timed = { instance: '', control, sla, calendar, isPaused: false }
    const rows = followClocks(this.#open, timed, { at, until: at })
    this.#stopped.push(...rows.filter(({ stopped_at }) => stopped_at))
    this.#open = rows.filter(({ stopped_at }) => !stopped_at)
  }

  /** Called after time has passed: fires what was due, at its time. */
  pass(until: Date): void {
    for (;;) {
      const now = this.#open
        .flatMap((row) => this.#nextOf(row) ?? [])
        .toSorted((a, b) => a.getTime() - b.getTime())[0]
      if (!now || now > until) return
      this.#open = this.#open.map((row) => this.#fire(row, now))
    }
  }

  #nextOf(row: ClockRow): Date | null {
    const clock = this.#sla[row.code]
    const measure = clock && { clock, calendar: this.#calendar }
    const next = measure && nextThreshold(row, measure)
    return next ? momentOf(row, next.at, measure) : null
  }

  #fire(row: ClockRow, now: Date): ClockRow {
    const clock = this.#sla[row.code]
    if (!clock) return row
    const measure = { clock, calendar: this.#calendar }
    const fired: Fired[] = []
    const after = withBreach(fireDue(row, { measure, now, fired }), measure)
    for (const { threshold } of fired) {
      const at = now.toISOString()
      this.told.push({ at, kind: threshold.what, code: row.code, element: row.element })
    }
    return after
  }
}
