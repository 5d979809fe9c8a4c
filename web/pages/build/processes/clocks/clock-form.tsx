import { Button, MultiSelect, Select } from '@mantine/core'
import type { Draft } from '../../draft/use-draft.ts'
import { useBuildTexts } from '../../texts.ts'
import classes from '../controls/controls.module.css'
import { Rows, textIn } from '../controls/rows.tsx'
import { SuggestField, TextField, TimeField } from '../controls/texts.tsx'
import type { Choice, Known } from '../known.ts'
import type { Cells } from '../settings/place.ts'
import { PauseStatuses } from './pause-statuses.tsx'

/** A clock as a draft has it: anything may be missing. */
export type ClockValue = {
  name?: string
  within?: string
  step?: string
  pause?: string[]
  pauseStatuses?: string[]
  warn?: string
  escalate?: Record<string, string>[]
}

type ClockFormProps = {
  draft: Draft
  clock: ClockValue
  elements: Choice[]
  known: Known
  /** Undefined takes a setting away. */
  onSet: (key: keyof ClockValue, value: unknown) => void
  onRemove: () => void
}

const TIMES = ['4 working hours', '1 working day', '2 working days', '1 working week', 'PT4H'].map(
  (value) => ({ value, label: value }),
)
const ACTIONS = ['notify', 'add', 'reassign'] as const

/** One service level: the time there is, when it stands still, whom it warns and who is told in the end. */
export function ClockForm({ draft, clock, elements, known, onSet, onRemove }: ClockFormProps) {
  const t = useBuildTexts().processes.levels
  const labels = new Map(elements.map(({ value, label }) => [value, label]))
  const paused = clock.pause ?? []
  return (
    <fieldset className={classes.row} aria-label={clock.name || t.title}>
      <TextField
        label={t.name}
        isRequired
        value={clock.name ?? ''}
        onChange={(name) => onSet('name', name)}
      />
      <TimeField
        choices={TIMES}
        label={t.within}
        hint={t.withinHint}
        isRequired
        value={clock.within ?? ''}
        onChange={(within) => onSet('within', within)}
      />
      <TimeField
        choices={TIMES}
        label={t.warn}
        hint={t.warnHint}
        value={clock.warn ?? ''}
        onChange={(warn) => onSet('warn', warn || undefined)}
      />
      <MultiSelect
        size="xs"
        label={t.pause}
        description={t.pauseHint}
        searchable
        data={[...new Set([...labels.keys(), ...paused])].map((value) => ({
          value,
          label: labels.get(value) || value,
        }))}
        value={paused}
        onChange={(next) => onSet('pause', next.length > 0 ? next : undefined)}
      />
      <PauseStatuses
        draft={draft}
        apps={known.itemApps}
        value={clock.pauseStatuses ?? []}
        onChange={(next) => onSet('pauseStatuses', next.length > 0 ? next : undefined)}
      />
      <Escalations
        rows={(clock.escalate ?? []) as Cells[]}
        known={known}
        onChange={(rows) => onSet('escalate', rows.length > 0 ? rows.map(filled) : undefined)}
      />
      <Button size="compact-xs" variant="subtle" color="red" onClick={onRemove}>
        {t.remove(clock.name || t.title)}
      </Button>
    </fieldset>
  )
}

/** What is empty is not said. */
const filled = (row: Cells): Cells =>
  Object.fromEntries(Object.entries(row).filter(([key, value]) => key === 'to' || value !== ''))

type EscalationsProps = {
  rows: Cells[]
  known: Known
  onChange: (rows: Cells[]) => void
}

function Escalations({ rows, known, onChange }: EscalationsProps) {
  const t = useBuildTexts().processes.levels
  const people = [
    { value: 'superior', label: t.superior },
    ...known.subjects.filter(({ value }) => value !== 'role:performer'),
  ]
  return (
    <Rows label={t.escalate} rows={rows} onChange={onChange} empty={{ to: 'superior' }}>
      {(row, change) => (
        <>
          <TimeField
            choices={TIMES}
            label={t.after}
            hint={t.afterHint}
            value={textIn(row, 'after')}
            onChange={(after) => change({ after })}
          />
          <Select
            size="xs"
            label={t.action}
            allowDeselect={false}
            data={ACTIONS.map((value) => ({ value, label: t.actions[value] }))}
            value={textIn(row, 'action') || 'notify'}
            onChange={(action) => change({ action: action === 'notify' ? '' : (action ?? '') })}
          />
          <SuggestField
            label={t.to}
            isRequired
            choices={people}
            value={textIn(row, 'to')}
            onChange={(to) => change({ to })}
          />
        </>
      )}
    </Rows>
  )
}
