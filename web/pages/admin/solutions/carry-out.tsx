import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { CheckboxField } from '../../../components/controls.tsx'
import { useLanguage } from '../../../texts/index.ts'
import { useTexts } from '../texts.ts'
import { type Change, calledIn } from './in-words.ts'
import type { Plan } from './plan-view.tsx'
import { useLines } from './use-words.ts'

type CarryOutProps = {
  plan: Plan
  action: string
  isBusy: boolean
  /** Wherever the person goes back to. */
  onCancel: () => void
  onGo: (allowLoss: boolean) => void
}

/** The last word: what loses something needs a tick, what is blocked cannot be done. */
export function CarryOut({ plan, action, isBusy, onCancel, onGo }: CarryOutProps) {
  const t = useTexts()
  const [isAllowed, setAllowed] = useState(false)
  const losing = plan.changes.filter(({ isDestructive }) => isDestructive)
  const isBlocked = plan.changes.some(({ blockers }) => blockers.some(({ canLose }) => !canLose))
  const isLosing = losing.length > 0
  const isDeleting = losing.some(({ blockers }) => blockers.some(({ isForGood }) => isForGood))
  return (
    <>
      {isLosing && (
        <Alert
          color="red"
          variant="light"
          mt="md"
          title={isDeleting ? t.admin.solutions.deletes : t.admin.solutions.loses}
          icon={<IconAlertTriangle size={16} stroke={1.6} />}
        >
          {losing.map((change) => (
            <Losing key={`${change.kind} ${change.namespace}/${change.code}`} change={change} />
          ))}
          <CheckboxField
            label={t.admin.solutions.allowLoss}
            value={isAllowed}
            onChange={setAllowed}
          />
        </Alert>
      )}
      {isBlocked && (
        <Text mt="md" size="sm" fw={500}>
          {t.admin.solutions.isBlocked}
        </Text>
      )}
      <Group mt="md" gap="xs">
        <Button
          size="sm"
          color={isLosing ? 'red' : undefined}
          disabled={isBlocked || (isLosing && !isAllowed)}
          loading={isBusy}
          onClick={() => onGo(isAllowed)}
        >
          {action}
        </Button>
        <Button size="sm" variant="default" onClick={onCancel}>
          {t.frame.actions.cancel}
        </Button>
      </Group>
    </>
  )
}

function Losing({ change }: { change: Change }) {
  const language = useLanguage()
  const lineOf = useLines(change.names)
  const { namespace, code, name, blockers } = change
  const called = name ? calledIn(name, language) : `${namespace}/${code}`
  return (
    <Text size="sm" mb="xs">
      {[called, ...blockers.map(({ text }) => lineOf(text))].join(' · ')}
    </Text>
  )
}
