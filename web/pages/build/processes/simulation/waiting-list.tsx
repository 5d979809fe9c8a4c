import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useProcessTexts } from '../texts/index.ts'
import { JsonField, readJson } from './json-field.tsx'
import type { Action, Played, Waiting } from './play.ts'
import { Section } from './section.tsx'
import classes from './simulation.module.css'

type ListProps = { played: Played; onAct: (action: Action) => void }

/** Everything that waits, and what can happen next. */
export function WaitingList({ played, onAct }: ListProps) {
  const t = useProcessTexts().simulation
  if (played.status === 'done' || played.status === 'cancel') return null
  return (
    <Section title={t.waiting}>
      <Stack gap="xs">
        {played.waiting.length === 0 && <Text className={classes.quiet}>{t.nothing}</Text>}
        {played.waiting.map((each) => (
          <WaitingRow key={each.token} waiting={each} onAct={onAct} />
        ))}
      </Stack>
    </Section>
  )
}

type RowProps = { waiting: Waiting; onAct: (action: Action) => void }

const TAKES_VALUES: Waiting['wait'][] = [
  ...(['task', 'job', 'callback', 'child'] as const),
  ...(['message', 'signal', 'condition', 'incident'] as const),
]

function WaitingRow({ waiting, onAct }: RowProps) {
  const t = useProcessTexts().simulation
  const [text, setText] = useState('{}')
  const values = readJson(text)
  const { name, wait, due, who, awaited, incident } = waiting
  const asked = (t.asked as Record<string, string>)[wait === 'child' ? 'child' : awaited]
  return (
    <section className={classes.waiting} aria-label={name}>
      <Text size="sm" fw={600}>
        {name}
        {asked && <span className={classes.quiet}> · {asked}</span>}
      </Text>
      {wait === 'task' && (
        <Text size="xs">
          {t.who}: {who || t.author}
          {due && <span className={classes.quiet}> · {t.due(shortTime(due))}</span>}
        </Text>
      )}
      {incident !== '' && (
        <Text size="xs" c="var(--mantine-color-error)">
          {incident}
        </Text>
      )}
      {TAKES_VALUES.includes(wait) && (
        <JsonField label={t.result(name)} value={text} onChange={setText} />
      )}
      <Group gap={6}>
        {useActs(waiting, values ?? {}).map(({ label, action }) => (
          <Button
            key={label}
            size="compact-xs"
            variant="light"
            disabled={!values}
            onClick={() => onAct(action)}
          >
            {label}
          </Button>
        ))}
      </Group>
    </section>
  )
}

const shortTime = (time: string): string => time.slice(0, 16).replace('T', ' ')

type Act = { label: string; action: Action }

/** What may happen to a token, with the words for it. */
function useActs(waiting: Waiting, values: Record<string, unknown>): Act[] {
  const t = useProcessTexts().simulation
  const { token, wait, exits, due, awaited } = waiting
  switch (wait) {
    case 'task':
      return exits.length === 0
        ? [{ label: t.done, action: { kind: 'submit', token, values } }]
        : exits.map(({ id, name }) => ({
            label: t.complete(answerName(id, name)),
            action: { kind: 'submit', token, exit: id, values },
          }))
    case 'timer':
      return due ? [{ label: t.fire(shortTime(due)), action: { kind: 'pass', until: due } }] : []
    case 'message':
      return [{ label: t.message(awaited), action: { kind: 'message', name: awaited, values } }]
    case 'signal':
      return [{ label: t.signal(awaited), action: { kind: 'signal', name: awaited, values } }]
    case 'status':
      return [{ label: t.reached(awaited), action: { kind: 'status', token } }]
    case 'condition':
      return [{ label: t.change, action: { kind: 'change', values } }]
    case 'incident':
      return [
        { label: t.change, action: { kind: 'change', values } },
        { label: t.retry, action: { kind: 'retry', token } },
        { label: t.skip, action: { kind: 'skip', token } },
      ]
    default:
      return [
        { label: t.answer, action: { kind: 'done', token, result: values } },
        { label: t.fail, action: { kind: 'fail', token, message: t.failure } },
      ]
  }
}

const answerName = (id: string, name: string): string => name || id
