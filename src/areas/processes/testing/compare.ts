import { isDeepStrictEqual } from 'node:util'
import type { Played } from '../../../engine/play.ts'
import { stateOf } from '../clocks/clock.ts'
import type { ClockRow } from '../clocks/store.ts'
import type { Expect } from './operations.ts'

type Outcome = Pick<Played, 'status' | 'standing' | 'path' | 'variables' | 'waiting'> & {
  clocks: readonly ClockRow[]
}

/** Differences between the outcome and what was expected, as messages. */
export function compare(outcome: Outcome, expect: Expect): string[] {
  const { status, standing, path, variables, waiting } = outcome
  const incident = waiting.find((each) => each.incident !== '')
  const why = incident ? ` (${incident.element}: ${incident.incident})` : ''
  return [
    ...differ('the state', expect.state, status, why),
    ...differ('to be at', expect.at?.toSorted(), standing.toSorted(), why),
    ...differ('the path', expect.path, path, why),
    ...Object.entries(expect.variables ?? {}).flatMap(([code, wanted]) =>
      differ(`the variable "${code}" to be`, wanted, variables[code] ?? null),
    ),
    ...Object.entries(expect.tasks ?? {}).flatMap((wanted) => compareTask(outcome, wanted)),
    ...Object.entries(expect.clocks ?? {}).flatMap((wanted) => compareClock(outcome, wanted)),
  ]
}

type Named<Key extends 'tasks' | 'clocks'> = [string, NonNullable<Expect[Key]>[string]]

function compareTask({ waiting, clocks }: Outcome, [element, wanted]: Named<'tasks'>): string[] {
  const task = waiting.find((each) => each.wait === 'task' && each.element === element)
  if (!task) return [`expected a task at "${element}", but there is none`]
  return [
    ...differ(`the performers of "${element}"`, wanted.performers, task.who),
    ...differ(
      `the due date of "${element}"`,
      wanted.due && new Date(wanted.due).toISOString(),
      dueOf(task, clocks),
    ),
  ]
}

/** A task without a due date of its own is due when the time of its step is over. */
export function dueOf(
  { due, element, token }: Pick<Played['waiting'][number], 'due' | 'element' | 'token'>,
  clocks: readonly ClockRow[],
): string | null {
  if (due !== null) return due
  const timing = clocks.find((row) => row.element === element && row.token === token)
  return timing?.breach_at?.toISOString() ?? null
}

/** The last visit counts. */
function compareClock({ clocks }: Outcome, [code, wanted]: Named<'clocks'>): string[] {
  const clock = clocks.findLast((row) => row.code === code)
  if (!clock) return [`expected the clock "${code}", but it was never started`]
  const name = `the clock "${code}"`
  return [
    ...differ(`${name} to be`, wanted.state, stateOf(clock)),
    ...differ(`${name} warned:`, wanted.warned, clock.warned_at !== null),
    ...differ(`${name} breached:`, wanted.breached, clock.breached_at !== null),
    ...differ(`${name} at level`, wanted.level, clock.level),
  ]
}

function differ(what: string, wanted: unknown, is: unknown, why = ''): string[] {
  if (wanted === undefined || isDeepStrictEqual(wanted, is)) return []
  return [`expected ${what} ${toText(wanted)}, got ${toText(is)}${why}`]
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)
