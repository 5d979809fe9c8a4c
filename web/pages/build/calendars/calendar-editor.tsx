import { Select, Text, Title } from '@mantine/core'
import { type ReactNode, useId, useMemo } from 'react'
import { readHolidays } from '../../../../src/lib/holidays.ts'
import { SwitchField } from '../../../components/controls.tsx'
import { Loading } from '../../../components/states.tsx'
import { zonesWith } from '../../../zones.ts'
import { SubjectInput } from '../app/subject-input.tsx'
import { useSubjects } from '../app/use-subjects.ts'
import { useDraftFile } from '../draft/use-draft.ts'
import type { EditorProps } from '../editor-props.ts'
import { SchemaForm } from '../schema/schema-form.tsx'
import { errorAt, placeIn } from '../schema/setting.ts'
import { useSchema } from '../schema/use-schema.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './calendars.module.css'
import { type CalendarValue, calendarOf } from './clock.ts'
import { HolidayList } from './holiday-list.tsx'
import { OtherDays } from './other-days.tsx'
import { CalendarPreview } from './preview.tsx'
import { WeekInput } from './week-input.tsx'

const EMPTY = readHolidays('BEGIN:VCALENDAR')

/** The designer of a calendar: whose it is, when they work, and which days are free. */
export function Editor({ draft, file }: EditorProps) {
  const t = useBuildTexts().calendars
  const value = (draft.files[file]?.value ?? {}) as CalendarValue
  const ics = `${file.slice(0, file.lastIndexOf('/') + 1)}${value.holidays ?? `${codeIn(file)}.ics`}`
  const isListed = draft.info?.files.some(({ path, state }) => path === ics && state !== 'removed')
  useDraftFile(draft, isListed ? ics : file)
  // One that was just made is not in the list yet.
  const text = draft.files[ics]?.text
  const holidays = useMemo(() => (text === undefined ? EMPTY : readHolidays(text)), [text])
  return (
    <div className={classes.editor}>
      <General draft={draft} file={file} value={value} />
      <Part title={t.preview}>
        <CalendarPreview calendar={calendarOf(value, holidays)} />
      </Part>
      <Part title={t.hours}>
        <WeekInput draft={draft} file={file} />
      </Part>
      <Part title={t.holidays}>
        {isListed && text === undefined ? (
          <Loading />
        ) : (
          <HolidayList {...{ draft, file, ics, text, holidays }} />
        )}
      </Part>
      <Part title={t.days} hint={t.daysHint}>
        <OtherDays draft={draft} file={file} />
      </Part>
    </div>
  )
}

const codeIn = (file: string): string =>
  file
    .split('/')
    .at(-1)
    ?.replace(/\.yaml$/, '') ?? ''

type PartProps = { title: string; hint?: string; children: ReactNode }

function Part({ title, hint, children }: PartProps) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {hint && (
        <Text size="sm" c="var(--quiet)">
          {hint}
        </Text>
      )}
      {children}
    </section>
  )
}

function General({ draft, file, value }: EditorProps & { value: CalendarValue }) {
  const t = useBuildTexts().calendars
  const { data: root } = useSchema('calendar')
  const subjects = useSubjects(draft)
  const place = { draft, file, at: [] }
  const zone = value.zone ?? ''
  const given = value.for ?? []
  return (
    <Part title={t.general}>
      {root && (
        <SchemaForm root={root} schema={root} place={place} only={['name', 'description']} />
      )}
      <Select
        label={t.zone}
        description={t.zoneHint}
        searchable
        allowDeselect={false}
        data={zonesWith(zone)}
        value={zone}
        error={errorAt(placeIn(place, 'zone'))}
        onChange={(next) => next && draft.set(file, ['zone'], next)}
      />
      <SubjectInput
        subjects={subjects}
        label={t.whose}
        description={t.whoseHint}
        error={draft.problemsAt(file, ['for'], 'within')[0]?.message}
        value={given}
        onChange={(next) => draft.set(file, ['for'], next.length > 0 ? next : undefined)}
      />
      <SwitchField
        label={t.isDefault}
        value={value.default ?? false}
        onChange={(isOn) => draft.set(file, ['default'], isOn || undefined)}
      />
    </Part>
  )
}
