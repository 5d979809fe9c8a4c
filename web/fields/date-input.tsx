import '@mantine/dates/styles.css'
import { Input as Frame, Group } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import dayjs from 'dayjs'
import { useState } from 'react'
import { TimeInput } from '../components/time-input.tsx'
import { useLanguage, useTexts } from '../texts/index.ts'
import type { InputProps } from './kind.ts'
import { parseDay } from './parse-day.ts'
import { captionOf, settingOf, useClear } from './parts.tsx'

const SHOWN = { en: 'D MMM YYYY', ru: 'DD.MM.YYYY' }

/** Days can be typed in any of the usual ways, or picked. */
function useDay(props: InputProps) {
  const language = useLanguage()
  const clear = useClear(props)
  return {
    ...clear,
    locale: language,
    valueFormat: SHOWN[language],
    dateParser: (text: string) => parseDay(text, language),
    clearable: true,
    popoverProps: { withinPortal: true },
  }
}

function DayInput(props: InputProps) {
  const { value, onChange } = props
  const day = useDay(props)
  return (
    <DateInput
      {...captionOf(props)}
      {...day}
      placeholder={props.placeholder ?? ''}
      value={typeof value === 'string' ? value.slice(0, 10) : null}
      onChange={(next) => onChange(next ? `${next}T00:00:00Z` : null)}
    />
  )
}

function ClockInput(props: InputProps) {
  const { value, onChange } = props
  return (
    <TimeInput
      {...captionOf(props)}
      value={typeof value === 'string' ? value.slice(11, 16) : ''}
      onChange={(time) => onChange(time ? `0001-01-01T${time}:00Z` : null)}
    />
  )
}

const MIDNIGHT = '00:00'

/** A day and a time of the clock on the wall of whoever looks. */
function MomentInput(props: InputProps) {
  const { value, onChange } = props
  const t = useTexts()
  const day = useDay(props)
  const { label, error, description, required, ...caption } = captionOf(props)
  const moment = typeof value === 'string' && value !== '' ? dayjs(value) : undefined
  const [time, setTime] = useState(MIDNIGHT)
  const shownTime = moment?.format('HH:mm') ?? time
  const change = (date: string | null, at: string) =>
    onChange(
      date
        ? dayjs(`${date}T${at || MIDNIGHT}`)
            .toISOString()
            .replace(/\.\d+Z$/, 'Z')
        : null,
    )
  return (
    <Frame.Wrapper label={label} error={error} description={description} required={required}>
      <Group gap={6} wrap="nowrap">
        <DateInput
          {...caption}
          {...day}
          error={Boolean(error)}
          value={moment?.format('YYYY-MM-DD') ?? null}
          onChange={(next) => change(next, shownTime)}
          flex={1}
        />
        <TimeInput
          aria-label={t.items.input.timeOf(caption['aria-label'])}
          disabled={caption.disabled}
          value={shownTime}
          onChange={(next) => {
            setTime(next)
            if (moment) change(moment.format('YYYY-MM-DD'), next)
          }}
        />
      </Group>
    </Frame.Wrapper>
  )
}

const KINDS = { date: DayInput, time: ClockInput, datetime: MomentInput }

export function AnyDateInput(props: InputProps) {
  const kind = settingOf<keyof typeof KINDS>(props.field, 'kind') ?? 'datetime'
  const Input = KINDS[kind]
  return <Input {...props} />
}
