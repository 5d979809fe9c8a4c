import { IconClock } from '@tabler/icons-react'
import { When } from '../../../components/when.tsx'
import { useTexts } from '../../../texts/index.ts'
import { Section } from '../../apps/item/section.tsx'
import { useDuration } from '../time.ts'
import classes from './instance.module.css'
import type { Instance } from './instance-page.tsx'

type Clock = Instance['clocks'][number]

/** The service levels of an instance: how much time is used up, and when it is over. */
export function InstanceClocks({ clocks }: { clocks: Clock[] }) {
  const t = useTexts().processes.clocks
  if (clocks.length === 0) return null
  return (
    <Section title={t.title}>
      <ul className={classes.rows}>
        {clocks.map((clock, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: visits of one step have no other name
          <li key={`${clock.code} ${at}`} className={classes.row}>
            <IconClock size={16} stroke={1.6} aria-hidden />
            <span className={classes.grow}>
              {clock.name}
              <span className={classes.detail}>
                <ClockState clock={clock} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function ClockState({ clock: { state, usedSeconds, dueAt, breachedAt } }: { clock: Clock }) {
  const t = useTexts().processes.clocks
  const { long } = useDuration()
  const used = t.used(long(usedSeconds))
  if (breachedAt) {
    return (
      <>
        {used} · {t.breached} <When at={breachedAt} />
      </>
    )
  }
  if (!dueAt) return `${used} · ${t[state]}`
  return (
    <>
      {used} · {t.due} <When at={dueAt} />
    </>
  )
}
