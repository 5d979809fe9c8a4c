import {
  Checkbox,
  Group,
  Input,
  MultiSelect,
  SegmentedControl,
  Select,
  TextInput,
} from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { Choose } from '../../../components/choose.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { TimeInput } from '../../../components/time-input.tsx'
import { useMe } from '../../../frame/session.tsx'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import type { Report } from '../list-page.tsx'
import type { ReportView } from '../view.ts'
import {
  begin,
  chosenIn,
  type Draft,
  draftOf,
  EVERY,
  type Every,
  type Schedule,
  settingsOf,
  timingOf,
} from './schedule.ts'
import { dayName } from './words.ts'

const FORMATS = ['xlsx', 'csv', 'pdf'] as const
const WEEK = [1, 2, 3, 4, 5, 6, 7]
const MONTH = Array.from({ length: 28 }, (_, at) => at + 1)

type FormProps = {
  report: Report
  view: ReportView
  /** Absent: a new one. */
  schedule: Schedule | undefined
  onClose: () => void
}

/** When a report is mailed, as what, and to whom. */
export function ScheduleForm({ report, view, schedule, onClose }: FormProps) {
  const t = useTexts()
  const [draft, setDraft] = useState<Draft>(() => (schedule ? draftOf(schedule) : begin(report)))
  const [isForOthers, setForOthers] = useState(draft.people.length + draft.groups.length > 0)
  const [isAnew, setAnew] = useState(false)
  const shared = { onDone: onClose, onFail: () => undefined }
  const create = useChange('reports', 'createSchedule', shared)
  const change = useChange('reports', 'changeSchedule', shared)
  const set = (part: Partial<Draft>) => setDraft((known) => ({ ...known, ...part }))
  const { name, format, timing, people, groups } = draft
  const receivers = isForOthers ? [...people, ...groups] : []
  const submit = () => {
    const { namespace, code } = report
    const settings = { name: name.trim(), format, timing, receivers }
    if (!schedule) {
      create.mutate({ input: { namespace, code, ...settings, ...chosenIn(view) } })
      return
    }
    const asked = isAnew ? chosenIn(view) : {}
    const input = { ...settingsOf(schedule), ...settings, ...asked }
    change.mutate({ params: { id: schedule.id }, input })
  }
  return (
    <FormModal
      title={schedule ? t.reports.mail.editOf(schedule.name) : t.reports.mail.add}
      submit={t.frame.actions.save}
      change={schedule ? change : create}
      onSubmit={submit}
      onClose={onClose}
      isDisabled={name.trim() === '' || (isForOthers && receivers.length === 0)}
    >
      <TextInput
        label={t.reports.mail.name}
        value={name}
        maxLength={200}
        required
        data-autofocus
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TimingInput timing={timing} onChange={(next) => set({ timing: next })} />
      <Select
        label={t.reports.mail.format}
        data={FORMATS.map((value) => ({ value, label: t.reports.mail.formats[value] }))}
        value={format}
        allowDeselect={false}
        onChange={(next) => next && set({ format: next })}
      />
      <Input.Wrapper label={t.reports.mail.to} labelElement="div">
        <SegmentedControl
          aria-label={t.reports.mail.to}
          fullWidth
          data={[
            { value: 'me', label: t.reports.mail.toMe },
            { value: 'others', label: t.reports.mail.toOthers },
          ]}
          value={isForOthers ? 'others' : 'me'}
          onChange={(next) => setForOthers(next === 'others')}
        />
      </Input.Wrapper>
      {isForOthers && (
        <>
          <Choose
            source="users"
            label={t.reports.mail.people}
            ids={people}
            onPick={(ids) => set({ people: ids })}
          />
          <Choose
            source="groups"
            label={t.reports.mail.groups}
            ids={groups}
            onPick={(ids) => set({ groups: ids })}
          />
        </>
      )}
      {schedule && (
        <Checkbox
          label={t.reports.mail.useNow}
          checked={isAnew}
          onChange={({ currentTarget }) => setAnew(currentTarget.checked)}
        />
      )}
    </FormModal>
  )
}

type TimingProps = { timing: Schedule['timing']; onChange: (timing: Schedule['timing']) => void }

function TimingInput({ timing, onChange }: TimingProps) {
  const t = useTexts().reports.mail
  const language = useLanguage()
  const { timeZone } = useMe()
  return (
    <>
      <Group grow align="start">
        <Select
          label={t.every}
          data={EVERY.map((value) => ({ value, label: t.times[value] }))}
          value={timing.every}
          allowDeselect={false}
          onChange={(next) => next && onChange(timingOf(next as Every, timing))}
        />
        <TimeInput
          label={t.at}
          description={t.zone(timeZone)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={timing.at}
          required
          onChange={(at) => onChange({ ...timing, at })}
        />
      </Group>
      {timing.every === 'week' && (
        <MultiSelect
          label={t.weekdays}
          data={WEEK.map((day) => ({ value: String(day), label: dayName(day, language) }))}
          value={timing.weekdays.map(String)}
          onChange={(days) =>
            days.length > 0 && onChange({ ...timing, weekdays: days.map(Number).toSorted() })
          }
        />
      )}
      {timing.every === 'month' && (
        <Select
          label={t.day}
          data={[
            ...MONTH.map((day) => ({ value: String(day), label: t.dayOf(day) })),
            { value: 'last', label: t.last },
          ]}
          value={String(timing.day)}
          allowDeselect={false}
          onChange={(day) =>
            day && onChange({ ...timing, day: day === 'last' ? day : Number(day) })
          }
        />
      )}
    </>
  )
}
