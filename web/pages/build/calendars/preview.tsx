import { Text } from '@mantine/core'
import { useState } from 'react'
import { addWorkingTime, type Calendar, parseWorkingTime } from '../../../../src/lib/calendar.ts'
import { TextField } from '../../../components/controls.tsx'
import { useLanguage } from '../../../texts/index.ts'
import { useWorkingTime } from '../../../texts/working-time.ts'
import { useBuildTexts } from '../texts.ts'

/** What the calendar of the draft makes of working time from now on. */
export function CalendarPreview({ calendar }: { calendar: Calendar | undefined }) {
  const t = useBuildTexts().calendars
  const language = useLanguage()
  const { say, read } = useWorkingTime()
  const [text, setText] = useState(() => say('2 working days'))
  const moment = calendar && momentOf(read(text), calendar)
  const format = (zone: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', timeZone: zone })
  return (
    <>
      <TextField
        label={t.previewTime}
        description={t.previewHint}
        value={text}
        error={calendar && !moment && t.previewWrong}
        onChange={setText}
      />
      <Text role="status">
        {moment && t.previewResult(text.trim(), format(calendar.zone).format(moment))}
        {!calendar && t.previewBroken}
      </Text>
    </>
  )
}

function momentOf(text: string, calendar: Calendar): Date | undefined {
  const time = parseWorkingTime(text)
  try {
    return time && addWorkingTime(new Date(), time, calendar)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
