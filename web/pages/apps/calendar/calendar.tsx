import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { Failure } from '../../../components/states.tsx'
import { toDay } from '../../../days.ts'
import type { Field } from '../../../fields/field.ts'
import { links } from '../../../links.ts'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import type { AppAddress } from '../item/app.ts'
import type { Item } from '../table/fields.ts'
import classes from './calendar.module.css'
import { daysOfMonth, daysOfWeek, later, otherMonth } from './days.ts'
import { type Source, useEntries } from './use-entries.ts'

export type Span = 'month' | 'week'
type CalendarProps = {
  label: string
  app: AppAddress
  fields: readonly Field[]
  source: Source
  /** A day of what is shown; '' = today. */
  day: string
  onDay: (day: string) => void
  span?: Span
  /** Absent where a month is all there is room for. */
  onSpan?: (span: Span) => void
  /** Where a new item on a day is made; absent where the reader may not. */
  createOn?: (day: string) => string
}

const WEEK = 7

/** Items by the day of a field, a month or a week at a time. */
export function Calendar(props: CalendarProps) {
  const t = useTexts()
  const { label, app, fields, source, span = 'month', onDay, onSpan, createOn } = props
  const language = useLanguage()
  const today = toDay(new Date())
  const day = props.day || today
  const first = firstDayOf(language)
  const days = span === 'week' ? daysOfWeek(day, first) : daysOfMonth(day.slice(0, 7), first)
  const { byDay, error, refetch } = useEntries(app, { source, fields, days })
  const dates = useDates()
  const turn = (by: number) => onDay(span === 'week' ? later(day, by * WEEK) : otherMonth(day, by))
  if (error) return <Failure error={error} again={refetch} />
  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <span className={classes.title} aria-live="polite">
          {dates.month(day)}
        </span>
        <Group gap={4} wrap="nowrap">
          {onSpan && (
            <SegmentedControl
              size="xs"
              aria-label={t.apps.calendar.span}
              data={(['month', 'week'] as const).map((value) => ({
                value,
                label: t.apps.calendar[value],
              }))}
              value={span}
              onChange={(next) => onSpan(next as Span)}
            />
          )}
          {onSpan && (
            <Button size="compact-sm" variant="default" onClick={() => onDay('')}>
              {t.apps.calendar.today}
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            aria-label={t.apps.calendar.before[span]}
            onClick={() => turn(-1)}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label={t.apps.calendar.after[span]}
            onClick={() => turn(1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      </div>
      <table className={classes.weeks} aria-label={label} data-span={span}>
        <thead>
          <tr>
            {days.slice(0, WEEK).map((each) => (
              <th key={each.day}>{dates.weekday(each.day)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: days.length / WEEK }, (_, week) =>
            days.slice(week * WEEK, week * WEEK + WEEK),
          ).map((week) => (
            <tr key={week[0]?.day}>
              {week.map((each) => (
                <td
                  key={each.day}
                  data-other={each.isOther || undefined}
                  data-today={each.day === today || undefined}
                >
                  <span className={classes.top}>
                    <span className={classes.day}>{Number(each.day.slice(8))}</span>
                    {createOn && (
                      <Link
                        className={classes.add}
                        to={createOn(each.day)}
                        aria-label={t.apps.calendar.createOn(dates.whole(each.day))}
                      >
                        <IconPlus size={13} aria-hidden />
                      </Link>
                    )}
                  </span>
                  {(byDay.get(each.day) ?? []).map(({ item }) => (
                    <Entry
                      key={item.__id}
                      app={app}
                      item={item}
                      hue={source.colours?.hueOf(item)}
                    />
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

type EntryProps = { app: AppAddress; item: Item; hue: string | undefined }

function Entry({ app: { namespace, code }, item, hue }: EntryProps) {
  const t = useTexts()
  const name = String(item.__name ?? '') || t.apps.unnamed
  return (
    <Link
      className={classes.event}
      to={links.item(namespace, code, item.__id)}
      title={name}
      style={hue ? { borderInlineStartColor: `var(--mantine-color-${hue}-5)` } : undefined}
    >
      {name}
    </Link>
  )
}

/** Days of the calendar are the same everywhere, so they are read in UTC. */
function useDates() {
  const language = useLanguage()
  const format = (options: Intl.DateTimeFormatOptions) => (day: string) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(
      new Date(`${day}T00:00:00Z`),
    )
  return {
    month: format({ month: 'long', year: 'numeric' }),
    weekday: format({ weekday: 'short' }),
    whole: format({ day: 'numeric', month: 'long', year: 'numeric' }),
  }
}

/** Monday is 1 and Sunday is 7. */
function firstDayOf(language: string): number {
  const locale = new Intl.Locale(language) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number }
  }
  return language === 'en' ? 1 : (locale.getWeekInfo?.().firstDay ?? 1)
}
