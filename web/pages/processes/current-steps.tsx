import { useTexts } from '../../texts/index.ts'
import type { InstanceRow } from './instance-list.tsx'
import classes from './processes.module.css'
import { secondsBetween, useDuration, useNow } from './time.ts'

/** Where the tokens of an instance are, and for how long. */
export function CurrentSteps({ at }: { at: InstanceRow['at'] }) {
  const t = useTexts().processes.instances
  const { long } = useDuration()
  const now = useNow()
  // A branch that waits at a gateway for the others says less than they do.
  const named = at.filter(({ name }) => name !== '')
  const shown = named.length > 0 ? named : at
  const byElement = Map.groupBy(shown, ({ elementId }) => elementId)
  const first = [...byElement.values()].flatMap(
    (all) => all.find(({ since }) => since) ?? all[0] ?? [],
  )
  return first.map(({ elementId, name, since }) => (
    <div key={elementId}>
      {name || t.unnamed}{' '}
      {since && <span className={classes.quiet}>{t.since(long(secondsBetween(since, now)))}</span>}
    </div>
  ))
}
