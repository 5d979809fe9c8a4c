import { Badge, Button, Text } from '@mantine/core'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { DAYS } from '../../../../src/lib/working-week.ts'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { dayText, weekdayName } from '../../../days.ts'
import { links } from '../../../links.ts'
import { useLanguage } from '../../../texts/index.ts'
import { useWorkingTime } from '../../../texts/working-time.ts'
import { Section } from '../../apps/item/section.tsx'
import { useOpenDraft } from '../../build/use-open-draft.ts'
import { useTexts } from '../texts.ts'
import classes from './calendars.module.css'

type Calendar = ReplyOf<'calendars', 'list'>['calendars'][number]
type Uses = ReplyOf<'calendars', 'uses'>['calendars'][number]

type CalendarSectionProps = {
  calendar: Calendar
  uses: Uses | undefined
  /** What is counted from now on. */
  time: string | undefined
}

const SHOWN = 6

export function CalendarSection({ calendar, uses, time }: CalendarSectionProps) {
  const t = useTexts().admin.calendars
  const language = useLanguage()
  const { say } = useWorkingTime()
  const { name, description, zone, isDefault, week, holidays } = calendar
  const shown = holidays.slice(0, SHOWN).map((day) => dayText(language, day))
  const rest = holidays.length - shown.length
  return (
    <Section title={name} action={uses && <Edit name={name} uses={uses} />}>
      {isDefault && <Badge variant="default">{t.isDefault}</Badge>}
      {description && (
        <Text size="sm" c="var(--quiet)">
          {description}
        </Text>
      )}
      <dl className={classes.facts}>
        {time && (
          <>
            <dt>{t.result(say(time))}</dt>
            <dd>
              <Counted calendar={calendar} time={time} />
            </dd>
          </>
        )}
        <dt>{t.zone}</dt>
        <dd>{zone}</dd>
        <dt>{t.hours}</dt>
        <dd className={classes.hours}>
          {week.map((hours, day) => (
            <span
              key={DAYS[day]}
            >{`${weekdayName(language, day)} ${hours.join(', ') || t.free}`}</span>
          ))}
        </dd>
        <dt>{t.holidays}</dt>
        <dd>{[...shown, ...(rest > 0 ? [t.more(rest)] : [])].join(' · ') || t.noHolidays}</dd>
        {uses && <UsedBy uses={uses} isDefault={isDefault} />}
      </dl>
    </Section>
  )
}

function UsedBy({ uses, isDefault }: { uses: Uses; isDefault: boolean }) {
  const t = useTexts().admin.calendars
  const named = uses.subjects.map(({ name }) => name)
  const whose = [...named, ...(isDefault ? [t.everybody] : [])].join(', ') || t.nobody
  return (
    <>
      <dt>{t.whose}</dt>
      <dd>{`${whose} · ${t.people(uses.people)}`}</dd>
      <dt>{t.processes}</dt>
      <dd>
        {uses.processes.length === 0 && t.noProcesses}
        {uses.processes.map(({ id, name }, at) => (
          <Fragment key={id}>
            {at > 0 && ', '}
            <Link to={links.process(id)} className="link">
              {name}
            </Link>
          </Fragment>
        ))}
      </dd>
    </>
  )
}

/** The moment by the clocks of the calendar's zone. */
function Counted({ calendar: { code, zone }, time }: { calendar: Calendar; time: string }) {
  const language = useLanguage()
  const [from] = useState(() => new Date().toISOString())
  const input = { from, time, calendar: code }
  const { data, error } = useApi('calendars', 'count', { input }, { keep: true })
  if (error) return error.message
  const format = new Intl.DateTimeFormat(language, {
    ...{ dateStyle: 'full', timeStyle: 'short', timeZone: zone },
  })
  return data ? <time dateTime={data.moment}>{format.format(new Date(data.moment))}</time> : null
}

function Edit({ name, uses: { solution, file } }: { name: string; uses: Uses }) {
  const t = useTexts().admin.calendars
  const { open, isPending } = useOpenDraft()
  return (
    <Button
      variant="default"
      loading={isPending}
      aria-label={t.editOf(name)}
      onClick={() => open(solution, file)}
    >
      {t.edit}
    </Button>
  )
}
