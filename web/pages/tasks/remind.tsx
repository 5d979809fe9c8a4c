import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { SegmentsField } from '../../components/controls.tsx'
import { MomentInput } from '../../components/day-input.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useDates } from '../../components/when.tsx'
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
  const [choices] = useState(() => presets(new Date()))
  const { values, set, field, change, modal } = useForm('tasks', 'remind', {
    values: { kind: 'snooze' as Kind, at: choices.tomorrow.toISOString() as string | null },
    request: ({ kind, at }) => ({
      input: { ids, ...(kind === 'snooze' ? { snoozedUntil: at } : { followUpAt: at }) },
    }),
    onClose,
    onDone,
  })
  const nothing = values.kind === 'snooze' ? { snoozedUntil: null } : { followUpAt: null }
  return (
    <FormModal
      {...modal}
      title={t.tasks.remind.title(ids.length)}
      submit={t.tasks.remind.submit}
      isDisabled={values.at === null}
      extra={
        isSnoozed && (
          <Button variant="default" onClick={() => change.mutate({ input: { ids, ...nothing } })}>
            {t.tasks.remind.again}
          </Button>
        )
      }
    >
      <SegmentsField
        {...field('kind', t.tasks.remind.kind)}
        fullWidth
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
            variant={values.at === date.toISOString() ? 'light' : 'default'}
            title={dates.moment(date)}
            onClick={() => set({ at: date.toISOString() })}
            {...(name === 'tomorrow' && { 'data-autofocus': true })}
          >
            {t.tasks.remind.presets[name as keyof typeof choices]}
          </Button>
        ))}
      </Group>
      <MomentInput {...field('at', t.tasks.remind.at)} />
    </FormModal>
  )
}
