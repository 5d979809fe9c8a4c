import { Text } from '@mantine/core'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Loading } from '../../../components/states.tsx'
import { toDay } from '../../../days.ts'
import { links } from '../../../links.ts'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import type { App, Item } from '../table/fields.ts'
import type { Zoom } from '../table/view.ts'
import { useViewTexts } from '../view-texts.ts'
import type { Movable, TimelineDates } from './app-timeline.tsx'
import { Bar } from './bar.tsx'
import { daysBetween, type Scale, type Tick } from './scale.ts'
import classes from './timeline.module.css'
import type { Shifts } from './use-shifts.ts'

export type RowsProps = {
  app: App
  label: string
  rows: Item[]
  isLoading: boolean
  scale: Scale
  dates: TimelineDates
  shifts: Shifts
  hueOf: (item: Item) => string | undefined
  movable: Movable
}

/** The names on the left, which stay in sight, and the bars beside them. */
export function Rows(props: RowsProps) {
  const { app, label, rows, scale, isLoading } = props
  const t = useViewTexts().timeline
  const { apps } = useTexts()
  const scroller = useRef<HTMLDivElement>(null)
  const today = daysBetween(scale.first, toDay(new Date()))
  const isTodayShown = today >= 0 && today < scale.days
  const { first, zoom, dayWidth } = scale
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale begins anew
  useLayoutEffect(() => {
    // What matters is near today: a little of what was before stays in sight.
    if (isTodayShown) scroller.current?.scrollTo({ left: Math.max(0, (today - 7) * dayWidth) })
    else scroller.current?.scrollTo({ left: 0 })
  }, [first, zoom])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className={classes.scroller} ref={scroller} aria-label={label} tabIndex={0}>
      <div
        className={classes.sheet}
        style={{ '--days': scale.days, '--day': `${dayWidth}px` } as CSSProperties}
      >
        <div className={classes.axis} aria-hidden>
          <span className={classes.corner}>{t.name}</span>
          <Ticks scale={scale} ticks={scale.bands} kind="band" />
          <Ticks scale={scale} ticks={scale.ticks} kind="tick" />
        </div>
        {isTodayShown && (
          <span className={classes.today} style={{ '--at': today } as CSSProperties} aria-hidden />
        )}
        <ul className={classes.rows}>
          {rows.map((item) => {
            const name = String(item.__name ?? '') || apps.unnamed
            return (
              <li key={item.__id} className={classes.row}>
                <Link
                  className={classes.name}
                  to={links.item(app.namespace, app.code, item.__id)}
                  title={name}
                >
                  {name}
                </Link>
                <div className={classes.track}>
                  <Bar {...props} item={item} name={name} />
                </div>
              </li>
            )
          })}
        </ul>
      </div>
      {isLoading && <Loading />}
      {!isLoading && rows.length === 0 && (
        <Text size="sm" c="var(--quiet)" ta="center" py="xl">
          {t.empty}
        </Text>
      )}
    </section>
  )
}

type TicksProps = { scale: Scale; ticks: Tick[]; kind: 'band' | 'tick' }

function Ticks({ scale, ticks, kind }: TicksProps) {
  const language = useLanguage()
  const format = FORMATS[scale.zoom][kind]
  const text = new Intl.DateTimeFormat(language, { ...format, timeZone: 'UTC' })
  return (
    <div className={kind === 'band' ? classes.bands : classes.ticks}>
      {ticks.map(({ day, at, days }) => (
        <span
          key={day}
          className={classes.tick}
          style={{ '--at': at, '--span': days } as CSSProperties}
          data-weekend={(kind === 'tick' && scale.zoom === 'day' && isWeekend(day)) || undefined}
        >
          {days * scale.dayWidth > 24 && text.format(new Date(`${day}T00:00:00Z`))}
        </span>
      ))}
    </div>
  )
}

const isWeekend = (day: string): boolean => [0, 6].includes(new Date(day).getUTCDay())

const MONTH = { month: 'long', year: 'numeric' } as const
const FORMATS: Record<Zoom, Record<TicksProps['kind'], Intl.DateTimeFormatOptions>> = {
  day: { band: MONTH, tick: { day: 'numeric' } },
  week: { band: MONTH, tick: { day: 'numeric', month: 'short' } },
  month: { band: { year: 'numeric' }, tick: { month: 'short' } },
}
