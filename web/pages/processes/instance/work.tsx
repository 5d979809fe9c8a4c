import { IconRobot } from '@tabler/icons-react'
import { When } from '../../../components/when.tsx'
import { useTexts } from '../../../texts/index.ts'
import { Section } from '../../apps/item/section.tsx'
import classes from './instance.module.css'
import type { Instance } from './instance-page.tsx'

type Token = Instance['tokens'][number]
type Work = NonNullable<Token['work']>

/** The steps that wait for programs, and who has them. */
export function InstanceWork({ tokens }: { tokens: Token[] }) {
  const t = useTexts().processes
  const waiting = tokens.flatMap(({ work, ...token }) => (work ? [{ ...token, work }] : []))
  if (waiting.length === 0) return null
  return (
    <Section title={t.work.title}>
      <ul className={classes.rows}>
        {waiting.map(({ elementId, name, work }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: tokens of one element have no other name
          <li key={`${elementId} ${at}`} className={classes.row}>
            <IconRobot size={16} stroke={1.6} aria-hidden />
            <span className={classes.grow}>
              {name || elementId}
              <span className={classes.detail}>
                {work.topic} · <WorkState work={work} />
              </span>
              {work.lastError !== '' && <span className={classes.detail}>{work.lastError}</span>}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function WorkState({
  work: { worker, lockedUntil, retryAt, attempts, maxAttempts },
}: {
  work: Work
}) {
  const t = useTexts().processes.work
  if (worker && lockedUntil) {
    return (
      <>
        {t.locked(worker)} <When at={lockedUntil} />
      </>
    )
  }
  if (!retryAt) return t.waiting
  return (
    <>
      {t.failed(attempts, maxAttempts)} <When at={retryAt} />
    </>
  )
}
