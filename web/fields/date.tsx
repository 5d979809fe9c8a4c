import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useLanguage } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None, settingOf } from './parts.tsx'

const DateInput = lazy(async () => ({ default: (await import('./date-input.tsx')).AnyDateInput }))

/** Days and times of day have no time zone: what was written is what is read. */
const FORMATS: Record<string, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium', timeZone: 'UTC' },
  time: { timeStyle: 'short', timeZone: 'UTC' },
  datetime: { dateStyle: 'medium', timeStyle: 'short' },
}

function View({ field, value }: ViewProps) {
  const language = useLanguage()
  if (typeof value !== 'string' || value === '') return <None />
  const format = FORMATS[settingOf<string>(field, 'kind') ?? 'datetime']
  return (
    <time dateTime={value}>
      {new Intl.DateTimeFormat(language, format).format(new Date(value))}
    </time>
  )
}

function Input(props: InputProps) {
  return (
    <Suspense fallback={<TextInput {...captionOf(props)} disabled />}>
      <DateInput {...props} />
    </Suspense>
  )
}

export const date: FieldKind = { View, Input }
