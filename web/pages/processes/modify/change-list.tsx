import { ActionIcon, Group, Select, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTexts } from '../../../texts/index.ts'
import { type SteeringTexts, useSteeringTexts } from '../../../texts/steering.ts'
import { waysFrom } from '../model.ts'
import classes from './modify.module.css'
import type { Change } from './plan.ts'

type ChangeListProps = {
  xml: string
  changes: readonly Change[]
  nameOf: (id: string) => string
  onChange: (changes: Change[]) => void
}

/** What was decided so far; each can be taken back. */
export function ChangeList({ xml, changes, nameOf, onChange }: ChangeListProps) {
  const t = useSteeringTexts().modify
  if (changes.length === 0) {
    return (
      <Text size="sm" c="var(--quiet)">
        {t.nothing}
      </Text>
    )
  }
  return (
    <ul className={classes.changes} aria-label={t.planned}>
      {changes.map((change, at) => {
        const text = textOf(change, nameOf, t)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same step can begin twice
          <li key={`${text} ${at}`}>
            <span>{text}</span>
            {change.action === 'skip' && (
              <WayInput
                xml={xml}
                change={change}
                onChange={(next) => onChange(changes.with(at, next))}
              />
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.remove(text)}
              onClick={() => onChange(changes.toSpliced(at, 1))}
            >
              <IconX size={16} stroke={1.6} />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}

function textOf(
  { action, element = '', to = '' }: Change,
  nameOf: (id: string) => string,
  t: SteeringTexts['modify'],
): string {
  if (action === 'add') return t.does.add(nameOf(to))
  if (action === 'move') return t.does.move(nameOf(element), nameOf(to))
  return t.does[action](nameOf(element))
}

type WayInputProps = { xml: string; change: Change; onChange: (change: Change) => void }

/** A step that several flows lead on from is skipped along one of them. */
function WayInput({ xml, change, onChange }: WayInputProps) {
  const t = useSteeringTexts().modify
  const { wayOf } = useTexts().processes.incidents
  const ways = waysFrom(xml, change.element ?? '')
  if (ways.length < 2) return null
  return (
    <Group gap={6}>
      <Select
        size="xs"
        aria-label={t.way}
        placeholder={`${t.way}: ${t.theWay}`}
        clearable
        data={ways.map(({ id, name, target }) => ({ value: id, label: wayOf(name, target) }))}
        value={change.flow ?? null}
        onChange={(flow) => {
          const { flow: _, ...rest } = change
          onChange(flow ? { ...rest, flow } : rest)
        }}
      />
    </Group>
  )
}
