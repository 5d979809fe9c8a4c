import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Model } from '../../../../../src/engine/model.ts'
import type { Action, Played, Waiting } from '../../../../../src/engine/play.ts'
import { useBuildTexts } from '../../texts.ts'
import { useSubjectChoices } from '../controls/people.tsx'
import { fromTexts } from '../from-text.ts'
import type { Choice, Known } from '../known.ts'
import { JsonField, readJson } from './json-field.tsx'
import { Section } from './section.tsx'
import classes from './simulation.module.css'
import { useActs } from './use-acts.ts'
import { ValueFields } from './value-fields.tsx'

type ListProps = {
  played: Played
  model: Model
  known: Known
  onAct: (action: Action) => void
}

/** Everything that waits, and what can happen next. */
export function WaitingList({ played, ...rest }: ListProps) {
  const t = useBuildTexts().processes.simulation
  if (played.status === 'done' || played.status === 'cancel') return null
  return (
    <Section title={t.waiting}>
      <Stack gap="xs">
        {played.waiting.length === 0 && <Text className={classes.quiet}>{t.nothing}</Text>}
        {played.waiting.map((each) => (
          <WaitingRow key={each.token} waiting={each} {...rest} />
        ))}
      </Stack>
    </Section>
  )
}

type RowProps = Omit<ListProps, 'played'> & { waiting: Waiting }

/** What answers from outside is not asked by a form. */
const ANSWERED: Waiting['wait'][] = [
  ...(['job', 'callback', 'child'] as const),
  ...(['message', 'signal', 'condition', 'incident'] as const),
]

function WaitingRow({ waiting, model, known, onAct }: RowProps) {
  const t = useBuildTexts().processes.simulation
  const [text, setText] = useState('{}')
  const [texts, setTexts] = useState<Record<string, string>>({})
  const { name, wait, awaited, incident } = waiting
  const values = wait === 'task' ? fromTexts(texts) : readJson(text)
  const acts = useActs(waiting, values ?? {})
  const asked = (t.asked as Record<string, string>)[wait === 'child' ? 'child' : awaited]
  return (
    <section className={classes.waiting} aria-label={name}>
      <Text size="sm" fw={600}>
        {name}
        {asked && <span className={classes.quiet}> · {asked}</span>}
      </Text>
      {wait === 'task' && <Performers waiting={waiting} known={known} />}
      {incident !== '' && (
        <Text size="xs" c="var(--mantine-color-error)">
          {incident}
        </Text>
      )}
      {wait === 'task' && (
        <ValueFields
          fields={fieldsOf(model, waiting.element, known)}
          texts={texts}
          onChange={setTexts}
        />
      )}
      {ANSWERED.includes(wait) && (
        <JsonField label={t.result(name)} value={text} onChange={setText} />
      )}
      <Group gap={6}>
        {acts.map(({ label, action }) => (
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

function Performers({ waiting: { who, due }, known }: { waiting: Waiting; known: Known }) {
  const t = useBuildTexts().processes.simulation
  const labels = new Map(useSubjectChoices(known).map(({ value, label }) => [value, label]))
  const names = who.replace(/[^,|]+/g, (part) => {
    const label = labels.get(part.trim())
    return label ? ` ${label} ` : part
  })
  return (
    <Text size="xs">
      {t.who}: {names.replace(/ +/g, ' ').replaceAll(' ,', ',').trim() || t.author}
      {due && <span className={classes.quiet}> · {t.due(due.slice(0, 16).replace('T', ' '))}</span>}
    </Text>
  )
}

/** What the form of a task and those of its exits ask for. */
function fieldsOf({ nodes, flows }: Model, element: string, { variables }: Known): Choice[] {
  const node = nodes[element]
  const exits = node?.outgoing.flatMap((id) => flows[id]?.exit.form ?? []) ?? []
  const asked = [...(node?.form ?? []), ...exits].filter(({ readonly }) => !readonly)
  return [...new Map(asked.map((field) => [field.code, field])).values()].map(({ code, name }) => ({
    value: code,
    label: name || variables[code]?.name || code,
  }))
}
