import { Alert, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ReplyOf } from '../../../client.ts'
import { links } from '../../../links.ts'
import { useSteeringTexts } from '../../../texts/steering.ts'
import own from '../modify/modify.module.css'
import classes from '../processes.module.css'

type MessageMatch = ReplyOf<'processes', 'matchMessage'>
type MatchProps = { name: string; correlation: string; match: MessageMatch | undefined }

/** Who would receive a message, and if nobody would, who nearly would. */
export function Match({ name, correlation, match }: MatchProps) {
  const t = useSteeringTexts().messages
  if (!match || name === '') return null
  const { receiver } = match
  return (
    <Alert
      color={receiver ? 'teal' : 'orange'}
      variant="light"
      role="status"
      data-for={correlation}
    >
      <Text size="sm" fw={600}>
        {t.test}
      </Text>
      {receiver ? (
        <>
          {receiver.instance ? t.receives : t.starts}{' '}
          <Link
            className={classes.name}
            to={
              receiver.instance
                ? links.instance(receiver.instance)
                : links.process(receiver.process)
            }
          >
            {receiver.name}
          </Link>
        </>
      ) : (
        <Nobody name={name} match={match} />
      )}
    </Alert>
  )
}

function Nobody({
  name,
  match: { waiting, starters, names },
}: {
  name: string
  match: MessageMatch
}) {
  const t = useSteeringTexts().messages
  const isKnown = names.includes(name) || waiting.length > 0
  return (
    <>
      <p className={classes.plain}>{t.none}</p>
      {waiting.length > 0 && (
        <>
          {t.others}
          <ul className={own.refused}>
            {waiting.map(({ instance, name, correlation, suspendedAt }) => (
              <li key={`${instance} ${correlation}`}>
                <Link className={classes.link} to={links.instance(instance)}>
                  {name}
                </Link>{' '}
                · {t.other(correlation)}
                {suspendedAt && ` · ${t.suspended}`}
              </li>
            ))}
          </ul>
        </>
      )}
      {starters.length > 0 && (
        <>
          {t.startersSuspended}
          <ul className={own.refused}>
            {starters.map(({ process, name }) => (
              <li key={process}>
                <Link className={classes.link} to={links.process(process)}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {!isKnown && (names.length > 0 ? `${t.unknown} ${names.join(', ')}` : t.unknownAll)}
    </>
  )
}
