import { useState } from 'react'
import { Calendar } from '../../apps/calendar/calendar.tsx'
import { useApp } from '../../apps/item/app.ts'
import { placeOf, type WidgetProps } from './widget.ts'

type Settings = WidgetProps<'calendar'>['settings']

const NONE: never[] = []

/** Items by the day of a field, a month at a time. */
export function CalendarWidget({ name, settings }: { name: string; settings: Settings }) {
  const [day, setDay] = useState('')
  const place = placeOf(settings.app)
  const { data } = useApp(place)
  return (
    <Calendar
      label={name}
      app={place}
      fields={data?.application.fields ?? NONE}
      source={settings}
      day={day}
      onDay={setDay}
    />
  )
}
