import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { OFFICE } from '../../../../src/lib/calendar.ts'
import { DAYS, type Day, toSpans, type Week } from '../../../../src/lib/working-week.ts'
import { TextField } from '../../../components/controls.tsx'
import { weekdayName } from '../../../days.ts'
import { isShortcut } from '../../../shortcuts/register.ts'
import { useLanguage } from '../../../texts/index.ts'
import type { EditorProps } from '../editor-props.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './calendars.module.css'
import { type CalendarValue, toClock } from './clock.ts'

/** What counts where a calendar says nothing. */
const USUAL: Week = Object.fromEntries(DAYS.map((day, at) => [day, toSpans(OFFICE[at] ?? [])]))

/** The hours of each day of the week, any number of spans. */
export function WeekInput({ draft, file }: EditorProps) {
  const { hours } = (draft.files[file]?.value ?? {}) as CalendarValue
  const week = hours ?? USUAL
  const change = (day: Day, spans: readonly string[]) => {
    const next = { ...week, [day]: spans }
    const worked = DAYS.filter((each) => (next[each]?.length ?? 0) > 0)
    const whole = Object.fromEntries(worked.map((each) => [each, next[each]]))
    if (!hours) return draft.set(file, ['hours'], whole)
    draft.set(file, ['hours', day], spans.length > 0 ? spans : undefined)
  }
  return (
    <div>
      {DAYS.map((day, at) => (
        <DayRow
          key={day}
          day={at}
          spans={week[day] ?? []}
          problem={draft.problemsAt(file, ['hours', day], 'within')[0]?.message}
          onChange={(spans) => change(day, spans)}
        />
      ))}
    </div>
  )
}

type DayRowProps = {
  day: number
  spans: readonly string[]
  problem: string | undefined
  onChange: (spans: readonly string[]) => void
}

function DayRow({ day, spans, problem, onChange }: DayRowProps) {
  const t = useBuildTexts().calendars
  const name = weekdayName(useLanguage(), day, 'long')
  return (
    <div className={classes.day}>
      <span className={classes.dayName}>{name}</span>
      <div className={classes.spans}>
        {spans.length === 0 && <span className={classes.free}>{t.free}</span>}
        {spans.map((span, at) => {
          const [from = '', to = ''] = span.split('-')
          const put = (next: string) => onChange(spans.with(at, next))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: spans have no other name
            <div key={at} className={classes.span}>
              <ClockInput
                label={t.from(name, at + 1)}
                value={from}
                error={problem}
                onChange={(clock) => put(`${clock}-${to}`)}
              />
              <span className={classes.dash} aria-hidden>
                –
              </span>
              <ClockInput
                label={t.to(name, at + 1)}
                value={to}
                error={problem}
                onChange={(clock) => put(`${from}-${clock}`)}
              />
              <ActionIcon
                mt={4}
                variant="subtle"
                color="gray"
                aria-label={t.removeSpan(name, span)}
                onClick={() => onChange(spans.toSpliced(at, 1))}
              >
                <IconTrash size={15} stroke={1.6} />
              </ActionIcon>
            </div>
          )
        })}
        <Button
          mt={2}
          size="compact-sm"
          variant="subtle"
          aria-label={t.addSpanOf(name)}
          leftSection={<IconPlus size={13} aria-hidden />}
          onClick={() => onChange([...spans, nextSpan(spans)])}
        >
          {t.addSpan}
        </Button>
      </div>
    </div>
  )
}

/** An hour after the last one, or a whole day. */
function nextSpan(spans: readonly string[]): string {
  const end = spans.at(-1)?.slice(6)
  if (end === undefined) return '09:00-17:00'
  const at = (later: number) =>
    `${String(Math.min(Number(end.slice(0, 2)) + later, 23)).padStart(2, '0')}`
  return `${at(1)}:00-${at(4)}:00`
}

type ClockInputProps = {
  label: string
  value: string
  error: string | undefined
  onChange: (clock: string) => void
}

/** A time of day until 24:00, taken over when it is left. */
function ClockInput({ label, value, error, onChange }: ClockInputProps) {
  const t = useBuildTexts().calendars
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const isWrong = toClock(text) === undefined
  const take = () => {
    const clock = toClock(text)
    if (clock === undefined) return
    setText(clock)
    if (clock !== value) onChange(clock)
  }
  return (
    <TextField
      className={classes.clock ?? ''}
      aria-label={label}
      inputMode="numeric"
      value={text}
      error={isWrong ? t.notClock : error}
      onChange={setText}
      onBlur={take}
      onKeyDown={(event) => isShortcut(event, 'hours', 'take') && take()}
    />
  )
}
