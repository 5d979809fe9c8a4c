import { Alert, Text } from '@mantine/core'
import { useSteeringTexts } from '../../../texts/steering.ts'
import classes from './modify.module.css'
import type { Subject } from './plan.ts'
import type { Outcome } from './use-preview.ts'

type PreviewProps = {
  subjects: readonly Subject[]
  nameOf: (id: string) => string
  outcome: Outcome | undefined
  error: Error | null
  isSettled: boolean
}

/** What a dry run found, before anything is done. */
export function Preview({ subjects, nameOf, outcome, error, isSettled }: PreviewProps) {
  const t = useSteeringTexts().modify
  const refused = subjects.filter(({ id }) => outcome?.errors[id] !== undefined)
  const isBad = error !== null || refused.length > 0
  return (
    <Alert color={!isSettled ? 'gray' : isBad ? 'red' : 'teal'} variant="light" role="status">
      <Text size="sm" fw={600}>
        {t.result}
      </Text>
      {!isSettled ? t.checking : error ? error.message : null}
      {isSettled && outcome?.elements && <After elements={outcome.elements} nameOf={nameOf} />}
      {isSettled && outcome && !outcome.elements && (
        <Text size="sm">
          {refused.length === 0
            ? t.all(subjects.length)
            : t.some(subjects.length - refused.length, subjects.length)}
        </Text>
      )}
      {isSettled && refused.length > 0 && (
        <>
          <Text size="sm">{t.refused}</Text>
          <ul className={classes.refused}>
            {refused.map(({ id, name }) => (
              <li key={id}>
                {name}: {outcome?.errors[id]}
              </li>
            ))}
          </ul>
        </>
      )}
    </Alert>
  )
}

function After({ elements, nameOf }: { elements: string[]; nameOf: (id: string) => string }) {
  const t = useSteeringTexts().modify
  if (elements.length === 0) return t.ends
  const counts = Map.groupBy(elements, (id) => id)
  return (
    <>
      {t.after}{' '}
      <strong>
        {[...counts]
          .map(([id, all]) => (all.length > 1 ? `${nameOf(id)} ×${all.length}` : nameOf(id)))
          .join(', ')}
      </strong>
    </>
  )
}
