import { Button, Group, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { FormModal } from '../../components/form-modal.tsx'
import { useDates } from '../../components/when.tsx'
import { plainField } from '../../fields/plain-field.ts'
import { FieldInput } from '../../fields/registry.tsx'
import { useTexts } from '../../texts/index.ts'

type Kind = 'snooze' | 'follow'
type RemindProps = { ids: string[]; isSnoozed: boolean; onClose: () => void; onDone?: () => void }

const MORNING = 9

/** The next days people mean, each in the morning. */
function presets(now: Date) {
  const inDays = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING)
  const toMonday = (8 - now.getDay()) % 7 || 7
  return { tomorrow: inDays(1), monday: inDays(toMonday), week: inDays(7), month: inDays(30) }
}

/** Puts tasks off, or asks to be told of them again: for the reader alone. */
export function Remind({ ids, isSnoozed, onClose, onDone = onClose }: RemindProps) {
  const t = useTexts()
  const dates = useDates()
  const [kind, setKind] = useState<Kind>('snooze')
  const [choices] = useState(() => presets(new Date()))
  const [at, setAt] = useState<unknown>(choices.tomorrow.toISOString())
  const change = useChange('tasks', 'remind', { onDone, onFail: () => undefined })
  const save = (value: string | null) =>
    change.mutate({
      input: { ids, ...(kind === 'snooze' ? { snoozedUntil: value } : { followUpAt: value }) },
    })
  return (
    <FormModal
      title={t.tasks.remind.title(ids.length)}
      submit={t.tasks.remind.submit}
      change={change}
      onSubmit={() => save(at as string)}
      onClose={onClose}
      isDisabled={typeof at !== 'string'}
      extra={
        isSnoozed && (
          <Button variant="default" onClick={() => save(null)}>
            {t.tasks.remind.again}
          </Button>
        )
      }
    >
      <SegmentedControl
        fullWidth
        aria-label={t.tasks.remind.kind}
        value={kind}
        onChange={(next) => setKind(next as Kind)}
        data={[
          { value: 'snooze', label: t.tasks.remind.snooze },
          { value: 'follow', label: t.tasks.remind.follow },
        ]}
      />
      <Group gap="xs">
        {Object.entries(choices).map(([name, date]) => (
          <Button
            key={name}
            size="xs"
            variant={at === date.toISOString() ? 'light' : 'default'}
            title={dates.moment(date)}
            onClick={() => setAt(date.toISOString())}
            {...(name === 'tomorrow' && { 'data-autofocus': true })}
          >
            {t.tasks.remind.presets[name as keyof typeof choices]}
          </Button>
        ))}
      </Group>
      <FieldInput
        field={plainField('DATETIME', t.tasks.remind.at)}
        label={t.tasks.remind.at}
        value={at}
        onChange={setAt}
      />
    </FormModal>
  )
}
