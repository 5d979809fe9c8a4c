import { Link } from 'react-router'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useSteeringTexts } from '../../../texts/steering.ts'
import classes from '../processes.module.css'
import type { Message } from './messages-page.tsx'

const SHOWN = 3

/** What became of a message, and why. */
export function Explanation({ of }: { of: Message }) {
  const t = useSteeringTexts().messages
  if (of.state === 'discarded') return t.dropped
  if (of.state === 'delivered') return <Receivers of={of} />
  if (of.problem !== '') return t.refused(of.problem)
  return (
    <>
      {of.state === 'dead' ? t.nobody : t.waits} <When at={of.expiresAt} />.
    </>
  )
}

function Receivers({ of: { receivers, received } }: { of: Message }) {
  const t = useSteeringTexts().messages
  const shown = receivers.slice(0, SHOWN)
  return (
    <>
      {shown.map(({ instance, isStarted }) => (
        <div key={instance}>
          {isStarted ? t.started : t.received}{' '}
          <Link to={links.instance(instance)} className={classes.link}>
            {instance.slice(-8)}
          </Link>
        </div>
      ))}
      {received > shown.length && t.count(received)}
    </>
  )
}
