import { Group, Input, MultiSelect, Select } from '@mantine/core'
import { Choose } from '../../../components/choose.tsx'
import {
  CheckboxField,
  SegmentsField,
  SelectField,
  TextField,
} from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { TimeInput } from '../../../components/time-input.tsx'
import { useForm } from '../../../components/use-form.tsx'
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
  const { values, set, field, modal } = useForm(
    'reports',
    schedule ? 'changeSchedule' : 'createSchedule',
    {
      values: { ...first(report, schedule), isAnew: false },
      request: ({ isAnew, ...draft }) => {
        const { namespace, code } = report
        const { name, format, timing } = draft
        const settings = { name: name.trim(), format, timing, receivers: receiversOf(draft) }
        if (!schedule) return { input: { namespace, code, ...settings, ...chosenIn(view) } }
        const input = { ...settingsOf(schedule), ...settings, ...(isAnew && chosenIn(view)) }
        return { params: { id: schedule.id }, input }
      },
      onClose,
    },
  )
  const { to } = values
  return (
    <FormModal
      {...modal}
      title={schedule ? t.reports.mail.editOf(schedule.name) : t.reports.mail.add}
      submit={t.frame.actions.save}
      isDisabled={
        values.name.trim() === '' || (to === 'others' && receiversOf(values).length === 0)
      }
    >
      <TextField {...field('name', t.reports.mail.name)} required data-autofocus />
      <TimingInput timing={values.timing} onChange={(timing) => set({ timing })} />
      <SelectField
        {...field('format', t.reports.mail.format)}
        data={FORMATS.map((value) => ({ value, label: t.reports.mail.formats[value] }))}
      />
      <Input.Wrapper label={t.reports.mail.to} labelElement="div">
        <SegmentsField
          {...field('to', t.reports.mail.to)}
          fullWidth
          data={[
            { value: 'me', label: t.reports.mail.toMe },
            { value: 'others', label: t.reports.mail.toOthers },
          ]}
        />
      </Input.Wrapper>
      {to === 'others' && (
        <>
          <Choose {...field('people', t.reports.mail.people)} source="users" />
          <Choose {...field('groups', t.reports.mail.groups)} source="groups" />
        </>
      )}
      {schedule && <CheckboxField {...field('isAnew', t.reports.mail.useNow)} />}
    </FormModal>
  )
}

type Filled = Draft & { to: 'me' | 'others' }

function first(report: Report, schedule: Schedule | undefined): Filled {
  const draft = schedule ? draftOf(schedule) : begin(report)
  return { ...draft, to: draft.people.length + draft.groups.length > 0 ? 'others' : 'me' }
}

const receiversOf = ({ to, people, groups }: Filled) =>
  to === 'others' ? [...people, ...groups] : []

type TimingProps = { timing: Schedule['timing']; onChange: (timing: Schedule['timing']) => void }

function TimingInput({ timing, onChange }: TimingProps) {
  const t = useTexts().reports.mail
  const language = useLanguage()
  const { timeZone } = useMe()
  return (
    <>
      <Group grow align="start">
        <SelectField
          label={t.every}
          data={EVERY.map((value) => ({ value, label: t.times[value] }))}
          value={timing.every}
          onChange={(next: Every) => onChange(timingOf(next, timing))}
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
