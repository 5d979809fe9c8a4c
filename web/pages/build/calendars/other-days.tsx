import { ActionIcon, Button, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { TextField } from '../../../components/controls.tsx'
import { DayInput } from '../../../components/day-input.tsx'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { dayText } from '../../../days.ts'
import { useLanguage } from '../../../texts/index.ts'
import type { EditorProps } from '../editor-props.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './calendars.module.css'
import { type CalendarValue, toSpanTexts } from './clock.ts'

type Other = { day: string; spans: readonly string[] }

/** Single days that are unlike the others of their weekday. */
export function OtherDays({ draft, file }: EditorProps) {
  const t = useBuildTexts().calendars
  const language = useLanguage()
  const { days } = (draft.files[file]?.value ?? {}) as CalendarValue
  const rows = Object.entries(days ?? {})
    .map(([day, spans]): Other => ({ day, spans: spans ?? [] }))
    .toSorted((a, b) => a.day.localeCompare(b.day))
  const columns: Column<Other>[] = [
    { key: 'day', title: t.day, cell: ({ day }) => dayText(language, day) },
    { key: 'hours', title: t.hoursOf, cell: ({ spans }) => spans.join(', ') || t.free },
    {
      key: 'remove',
      title: t.removeTitle,
      isAction: true,
      cell: ({ day }) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.remove(dayText(language, day))}
          onClick={() => draft.edit([{ file, op: 'remove', at: ['days', day] }])}
        >
          <IconTrash size={15} stroke={1.6} />
        </ActionIcon>
      ),
    },
  ]
  return (
    <>
      <ListTable
        label={t.days}
        columns={columns}
        rows={rows}
        idOf={({ day }) => day}
        empty={<Text c="var(--quiet)">{t.noDays}</Text>}
        hasCards
      />
      <NewDay onAdd={(day, spans) => draft.set(file, ['days', day], spans)} />
    </>
  )
}

function NewDay({ onAdd }: { onAdd: (day: string, spans: string[]) => void }) {
  const t = useBuildTexts().calendars
  const [day, setDay] = useState<string | null>(null)
  const [text, setText] = useState('')
  const spans = toSpanTexts(text)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!day || !spans) return
        onAdd(day, spans)
        setDay(null)
        setText('')
      }}
    >
      <DayInput label={t.day} value={day} onChange={setDay} required />
      <TextField
        className={classes.grow ?? ''}
        label={t.hoursOf}
        placeholder={t.hoursHint}
        error={spans === undefined && t.hoursHint}
        value={text}
        onChange={setText}
      />
      <Button type="submit" variant="default">
        {t.add}
      </Button>
    </form>
  )
}
