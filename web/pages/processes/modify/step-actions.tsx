import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useSteeringTexts } from '../../../texts/steering.ts'
import type { Step } from '../model.ts'
import type { Change } from './plan.ts'

export type Moving = { from: string }

type StepActionsProps = {
  steps: readonly Step[]
  counts: ReadonlyMap<string, number>
  isMany: boolean
  picked: string | undefined
  moving: Moving | undefined
  onPick: (id: string | undefined) => void
  onMove: (moving: Moving | undefined) => void
  onChange: (change: Change) => void
}

/** The step that is selected, and what can be done with it. Everything the diagram does, without it. */
export function StepActions(props: StepActionsProps) {
  const { steps, counts, isMany, picked, moving, onPick, onMove } = props
  const t = useSteeringTexts().modify
  const nameOf = (id: string) => steps.find((step) => step.id === id)?.name || id
  const option = ({ id }: Step) => {
    const count = counts.get(id)
    const label = isMany && count ? t.at(nameOf(id), count) : nameOf(id)
    return { value: id, label }
  }
  const targets = steps.filter(({ canBegin }) => canBegin)
  const groups = [
    { group: t.activeSteps, items: steps.filter(({ id }) => counts.has(id)).map(option) },
    { group: t.otherSteps, items: targets.filter(({ id }) => !counts.has(id)).map(option) },
  ]
  if (moving) {
    return (
      <Group align="end" gap="xs">
        <Select
          label={t.moveTo(nameOf(moving.from))}
          placeholder={t.moveHint}
          data={targets.filter(({ id }) => id !== moving.from).map(option)}
          searchable
          autoFocus
          w={320}
          maw="100%"
          value={null}
          onChange={(id) => id && onPick(id)}
        />
        <Button variant="default" onClick={() => onMove(undefined)}>
          {t.stopMoving}
        </Button>
      </Group>
    )
  }
  return (
    <Stack gap="xs">
      <Select
        label={t.step}
        placeholder={t.stepHint}
        data={groups.filter(({ items }) => items.length > 0)}
        searchable
        w={320}
        maw="100%"
        value={picked ?? null}
        onChange={(id) => onPick(id ?? undefined)}
      />
      {picked && <Actions {...props} step={picked} name={nameOf(picked)} />}
    </Stack>
  )
}

type ActionsProps = StepActionsProps & { step: string; name: string }

function Actions({ steps, counts, step, name, onMove, onChange }: ActionsProps) {
  const t = useSteeringTexts().modify
  const isActive = counts.has(step)
  const canBegin = steps.some(({ id, canBegin }) => id === step && canBegin)
  if (!isActive && !canBegin) {
    return (
      <Text size="sm" c="var(--quiet)">
        {t.notHere}
      </Text>
    )
  }
  return (
    <Group gap="xs" role="group" aria-label={t.actions(name)}>
      {isActive && (
        <>
          <Button variant="default" onClick={() => onMove({ from: step })}>
            {t.move}
          </Button>
          {(['restart', 'skip', 'cancel'] as const).map((action) => (
            <Button
              key={action}
              variant="default"
              onClick={() => onChange({ action, element: step })}
            >
              {t[action]}
            </Button>
          ))}
        </>
      )}
      {canBegin && (
        <Button variant="default" onClick={() => onChange({ action: 'add', to: step })}>
          {isActive ? t.addMore : t.add}
        </Button>
      )}
    </Group>
  )
}
