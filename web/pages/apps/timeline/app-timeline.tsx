import { ActionIcon, Button, Group, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { LoadMore } from '../../../components/load-more.tsx'
import { Failure } from '../../../components/states.tsx'
import { toDay } from '../../../days.ts'
import type { Field } from '../../../fields/field.ts'
import { later } from '../calendar/days.ts'
import { useColours } from '../colours.ts'
import { type App, isDate } from '../table/fields.ts'
import type { Rights } from '../table/use-navigation-app.ts'
import { type View, ZOOMS, type Zoom } from '../table/view.ts'
import { useViewTexts } from '../view-texts.ts'
import { Rows } from './rows.tsx'
import { scaleOf, stepOf } from './scale.ts'
import classes from './timeline.module.css'
import { useItems } from './use-items.ts'
import { useShifts } from './use-shifts.ts'

type AppTimelineProps = {
  app: App
  fields: Field[]
  view: View
  onView: (part: Partial<View>) => void
  rights: Rights | undefined
}

/** Items as bars from one date to another, on a scale of days, weeks or months. */
export function AppTimeline({ app, fields, view, onView, rights }: AppTimelineProps) {
  const t = useViewTexts().timeline
  const dates = datesOf(fields, view)
  const day = view.day || toDay(new Date())
  const scale = scaleOf(view.zoom, day)
  const colours = useColours(view, fields)
  const list = useItems({ app, view, dates, scale, needs: colours.needs })
  const shifts = useShifts(app, dates)
  const movable = rights?.update ? movableIn(dates) : 'nothing'
  if (list.error && !list.data) return <Failure error={list.error} again={list.refetch} />
  return (
    <div className={classes.timeline}>
      <Group gap={6} justify="flex-end" className={classes.bar ?? ''}>
        <SegmentedControl
          size="xs"
          aria-label={t.zoom}
          data={ZOOMS.map((value) => ({ value, label: t[value] }))}
          value={view.zoom}
          onChange={(zoom) => onView({ zoom: zoom as Zoom })}
        />
        <Button size="compact-sm" variant="default" onClick={() => onView({ day: '' })}>
          {t.today}
        </Button>
        <ActionIcon
          variant="subtle"
          aria-label={t.before}
          onClick={() => onView({ day: later(day, -stepOf(view.zoom)) })}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t.after}
          onClick={() => onView({ day: later(day, stepOf(view.zoom)) })}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
      <Rows
        app={app}
        label={view.shared?.name ?? app.name}
        rows={list.rows}
        isLoading={!list.data}
        scale={scale}
        dates={dates}
        shifts={shifts}
        hueOf={colours.hueOf}
        movable={movable}
      />
      <LoadMore {...list} />
      <VisuallyHidden aria-live="polite">{shifts.said}</VisuallyHidden>
    </div>
  )
}

/** The fields that items begin and end by. */
export type TimelineDates = { start: Field | undefined; end: Field | undefined }

/** As the view says; else from the first date of the app to the second one. */
function datesOf(fields: Field[], { date, until, shared }: View): TimelineDates {
  const own = fields.filter((field) => !field.code.startsWith('__') && isDate(field))
  const byCode = (code: string) => fields.find((field) => field.code === code)
  const isSaid = shared?.date !== undefined || date !== ''
  return {
    start: byCode(date) ?? own[0] ?? byCode('__createdAt'),
    end: isSaid ? byCode(until) : own[1],
  }
}

/** What of a bar can be moved: where it begins by itself, only its end. */
export type Movable = 'all' | 'end' | 'nothing'

function movableIn({ start, end }: TimelineDates): Movable {
  const canChange = ({ code, readonly }: Field) => !code.startsWith('__') && readonly !== true
  if (end && !canChange(end)) return 'nothing'
  if (start && canChange(start)) return 'all'
  return end ? 'end' : 'nothing'
}
