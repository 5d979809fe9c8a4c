import type { Field } from '../../../fields/field.ts'
import { links } from '../../../links.ts'
import { useColours } from '../colours.ts'
import { type App, isDate } from '../table/fields.ts'
import type { Rights } from '../table/use-navigation-app.ts'
import { filterOf, type View } from '../table/view.ts'
import { Calendar } from './calendar.tsx'

type AppCalendarProps = {
  app: App
  fields: Field[]
  view: View
  onView: (part: Partial<View>) => void
  rights: Rights | undefined
}

/** The calendar of an app: as its view says, or by its first date. */
export function AppCalendar({ app, fields, view, onView, rights }: AppCalendarProps) {
  const { shared } = view
  const usual = fields.find((field) => !field.code.startsWith('__') && isDate(field))
  const date = view.date || (usual?.code ?? '__createdAt')
  const colours = useColours({ ...view, colourBy: view.colourBy || '__status' }, fields)
  const field = fields.find(({ code }) => code === date)
  const canCreate = rights?.create && field && !date.startsWith('__') && field.readonly !== true
  return (
    <Calendar
      label={shared?.name ?? app.name}
      app={app}
      fields={fields}
      source={{
        filter: filterOf(view),
        statusCode: shared?.statusCode,
        date,
        until: view.until || undefined,
        colours,
      }}
      day={view.day}
      onDay={(day) => onView({ day })}
      span={view.span}
      onSpan={(span) => onView({ span })}
      {...(canCreate && { createOn: (day) => newOn(app, field, day) })}
    />
  )
}

/** A whole day, or the morning of the reader's day. */
function newOn({ namespace, code }: App, field: Field, day: string): string {
  const at = field.data.kind === 'date' ? `${day}T00:00:00Z` : morningOf(day)
  return `${links.newItem(namespace, code)}?with=${encodeURIComponent(JSON.stringify({ [field.code]: at }))}`
}

const morningOf = (day: string) => new Date(`${day}T09:00:00`).toISOString()
