import { Button } from '@mantine/core'
import { IconCalendarTime, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { parseWorkingTime } from '../../../../src/lib/calendar.ts'
import { useApi } from '../../../api.ts'
import { TextField } from '../../../components/controls.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { useWorkingTime } from '../../../texts/working-time.ts'
import adminClasses from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { CalendarSection } from './calendar-section.tsx'
import classes from './calendars.module.css'
import { NewCalendar } from './new-calendar.tsx'

/** The calendars of the company, its departments and its people, and who is counted by which. */
export function CalendarsPage() {
  const texts = useTexts().admin
  const t = texts.calendars
  const asked = useApi('calendars', 'list', {})
  const { data: uses } = useApi('calendars', 'uses', {})
  const [isMaking, setMaking] = useState(false)
  const { say, read } = useWorkingTime()
  const [typed, setTyped] = useState(() => say('2 working days'))
  const time = read(typed).trim()
  const isTime = parseWorkingTime(time) !== undefined
  return (
    <Page
      title={texts.parts.calendars}
      below={<div className={adminClasses.hint}>{t.hint}</div>}
      actions={
        <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setMaking(true)}>
          {t.add}
        </Button>
      }
    >
      <Shown of={asked}>
        {({ calendars }) =>
          calendars.length === 0 ? (
            <Empty icon={IconCalendarTime} title={t.none} hint={t.noneHint} />
          ) : (
            <>
              <TextField
                className={classes.time ?? ''}
                label={t.time}
                description={t.timeHint}
                error={!isTime && t.timeWrong}
                value={typed}
                onChange={setTyped}
              />
              <div className={classes.calendars}>
                {calendars.map((calendar) => (
                  <CalendarSection
                    key={calendar.code}
                    calendar={calendar}
                    uses={uses?.calendars.find(({ code }) => code === calendar.code)}
                    time={isTime ? time : undefined}
                  />
                ))}
              </div>
            </>
          )
        }
      </Shown>
      {isMaking && <NewCalendar onClose={() => setMaking(false)} />}
    </Page>
  )
}
