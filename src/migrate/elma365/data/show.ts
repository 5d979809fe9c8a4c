import type { DataReport } from './run.ts'
import { isEqual, type Verified } from './verify.ts'

/** What people read of problems and differences; `--json` has all of them. */
const MOST_SHOWN = 50

/** The report of a run for a terminal. */
export function showData({ run, since, counts, verified, ...report }: DataReport): string[] {
  const { problems, problemCount, running, notToBeHad, isEqual: same } = report
  return [
    `Run ${run}: ${scopeOf(since)}`,
    ...Object.entries(counts).map(
      ([what, of]) =>
        `  ${what}: ${of.created} created, ${of.updated} updated, ${of.unchanged} unchanged, ${of.linked} linked, ${of.kept} kept, ${of.refused} refused`,
    ),
    ...Object.entries(running).map(
      ([process, count]) => `  ${count} instances of ${process} run there: see "--restart"`,
    ),
    ...(problemCount > 0 ? [`${problemCount} problems`] : []),
    ...problems
      .slice(0, MOST_SHOWN)
      .map(({ kind, app, id, message }) => `  ${kind} ${app ? `${app} ` : ''}${id}: ${message}`),
    ...verified.filter((app) => !isEqual(app)).flatMap(differences),
    `No portal shows ${notToBeHad.join('; ')}`,
    same
      ? `Both sides are equal: ${verified.length} apps, ${total(verified)} items`
      : 'Both sides are not equal yet: run it again when nobody works in the portal any more',
  ]
}

function scopeOf(since: DataReport['since']): string {
  const whole = Object.keys(since).filter((app) => since[app] === null)
  const times = Object.values(since).filter((time) => time !== null)
  if (times.length === 0) return 'everything'
  const changed = `what was changed since ${times.sort()[0]}`
  return whole.length === 0 ? changed : `everything of ${whole.join(', ')}; of the rest ${changed}`
}

const total = (verified: Verified[]): number => verified.reduce((sum, { here }) => sum + here, 0)

function differences({ app, there, here, liveThere, liveHere, differences: found }: Verified) {
  return [
    `${app}: ${there} items there, ${here} here; not deleted: ${liveThere} there, ${liveHere} here`,
    ...found.slice(0, MOST_SHOWN).map(({ id, field }) => `  ${id} differs in ${field}`),
  ]
}
