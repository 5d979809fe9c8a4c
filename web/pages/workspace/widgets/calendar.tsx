import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import { Failure } from '../../../components/states.tsx'
import { toDay } from '../../../days.ts'
import { links } from '../../../links.ts'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import { useApp } from '../../apps/item/app.ts'
import classes from '../workspace.module.css'
import { type Day, daysOf, daysOfMonth } from './month.ts'
import { placeOf, type WidgetProps } from './widget.ts'

type Settings = WidgetProps<'calendar'>['settings']
type Item = { __id: string; __name?: string | null } & Record<string, unknown>

const MOST = 500

/** Items by the day of a field, a month at a time. */
export function CalendarWidget({ name, settings }: { name: string; settings: Settings }) {
  const t = useTexts()
  const language = useLanguage()
  const [month, setMonth] = useState(() => toDay(new Date()).slice(0, 7))
  const { namespace, code } = placeOf(settings.app)
  const days = daysOfMonth(month, firstDayOf(language))
  const asked = useItems(settings, days)
  const byDay = Map.groupBy(asked.items, ({ day }) => day)
  const first = new Date(`${month}-01T00:00:00Z`)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
  const turn = (by: number) => {
    const at = new Date(first)
    at.setUTCMonth(at.getUTCMonth() + by)
    setMonth(at.toISOString().slice(0, 7))
  }
  if (asked.error) return <Failure error={asked.error} again={asked.refetch} />
  return (
    <div className={classes.calendar}>
      <div className={classes.calendarHead}>
        <span aria-live="polite">{format({ month: 'long', year: 'numeric' }).format(first)}</span>
        <Group gap={4}>
          <ActionIcon variant="subtle" aria-label={t.pages.before} onClick={() => turn(-1)}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon variant="subtle" aria-label={t.pages.after} onClick={() => turn(1)}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      </div>
      <table className={classes.weeks} aria-label={name}>
        <thead>
          <tr>
            {days.slice(0, 7).map(({ day }) => (
              <th key={day}>{format({ weekday: 'short' }).format(new Date(`${day}T00:00:00Z`))}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days.length / 7 }, (_, week) =>
            days.slice(week * 7, week * 7 + 7),
          ).map((week) => (
            <tr key={week[0]?.day}>
              {week.map(({ day, isOther }) => (
                <td
                  key={day}
                  data-other={isOther || undefined}
                  data-today={day === toDay(new Date()) || undefined}
                >
                  <span className={classes.day}>{Number(day.slice(8))}</span>
                  {(byDay.get(day) ?? []).map(({ item }) => (
                    <Link
                      key={item.__id}
                      className={classes.event}
                      to={links.item(namespace, code, item.__id)}
                      title={item.__name ?? ''}
                    >
                      {item.__name || t.apps.unnamed}
                    </Link>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Monday is 1 and Sunday is 7. */
function firstDayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
  }
  return language === 'en' ? 1 : (locale.getWeekInfo?.().firstDay ?? 1)
}

function useItems({ app, filter, statusCode, date, until }: Settings, days: Day[]) {
  const { namespace, code } = placeOf(app)
  const { data } = useApp({ namespace, code })
  const kindOf = (each: string) =>
    String(data?.application.fields.find((field) => field.code === each)?.data.kind ?? 'datetime')
  const [from, to] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  const notBefore = (field: string) => ({ gte: [{ field }, { const: `${from}T00:00:00Z` }] })
  const inMonth = {
    and: [
      ...(filter ? [filter] : []),
      { lte: [{ field: date }, { const: `${to}T23:59:59Z` }] },
      { or: [date, ...(until ? [until] : [])].map(notBefore) },
    ],
  }
  const fields = { __name: true, [date]: true, ...(until && { [until]: true }) }
  const asked = useApi(
    'apps',
    'listItems',
    {
      params: { namespace, code },
      input: {
        active: true,
        filter: inMonth,
        ...(statusCode && { statusCode }),
        sortExpressions: [{ field: date, ascending: true }],
        fields,
        size: MOST,
        total: false,
      },
    },
    { keep: true },
  )
  const rows = (asked.data?.result.result ?? []) as Item[]
  const items = rows.flatMap((item) =>
    daysOf(
      { at: item[date], kind: kindOf(date) },
      until ? { at: item[until], kind: kindOf(until) } : undefined,
    ).map((day) => ({ day, item })),
  )
  return { items, error: asked.data ? undefined : asked.error, refetch: asked.refetch }
}
