import { ActionIcon, Alert, Button, FileButton, Group, Text } from '@mantine/core'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import {
  addHolidays,
  type Holiday,
  type Holidays,
  type NewHoliday,
  readHolidays,
  removeHoliday,
  takeHolidays,
} from '../../../../src/lib/holidays.ts'
import { SwitchField, TextField } from '../../../components/controls.tsx'
import { DayInput } from '../../../components/day-input.tsx'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { dayText } from '../../../days.ts'
import { useLanguage } from '../../../texts/index.ts'
import type { Edit } from '../draft/types.ts'
import type { Draft } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './calendars.module.css'

type HolidayListProps = {
  draft: Draft
  /** The definition, and the file of its holidays. */
  file: string
  ics: string
  text: string | undefined
  holidays: Holidays
}

/** The free days of the file beside the calendar. */
export function HolidayList({ draft, file, ics, text, holidays }: HolidayListProps) {
  const t = useBuildTexts().calendars
  const [imported, setImported] = useState<ReturnType<typeof takeHolidays>>()
  const write = (next: string) => draft.edit(editsFor({ file, ics, text }, next))
  const add = (added: readonly NewHoliday[]) => write(addHolidays(text, added))
  const take = async (chosen: File | null) => {
    if (!chosen) return
    const found = takeHolidays(holidays, readHolidays(await chosen.text()))
    if (found.taken.length > 0) add(found.taken)
    setImported(found)
  }
  return (
    <>
      <HolidayTable
        events={holidays.events}
        onRemove={(event) => text !== undefined && write(removeHoliday(text, event))}
      />
      <NewHolidayForm onAdd={(holiday) => add([holiday])} />
      <Group gap="sm">
        <FileButton accept=".ics,text/calendar" onChange={(chosen) => void take(chosen)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={14} aria-hidden />}>
              {t.import}
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="var(--quiet)">
          {t.importHint}
        </Text>
      </Group>
      {imported && <Imported {...imported} />}
    </>
  )
}

/** The first holiday brings the file. */
function editsFor(
  { file, ics, text }: Pick<HolidayListProps, 'file' | 'ics' | 'text'>,
  next: string,
): Edit[] {
  if (text !== undefined) return [{ file: ics, op: 'write', text: next }]
  const name = ics.slice(ics.lastIndexOf('/') + 1)
  return [
    { file: ics, op: 'create', text: next },
    { file, op: 'set', at: ['holidays'], value: name },
  ]
}

type HolidayTableProps = { events: Holiday[]; onRemove: (event: Holiday) => void }

function HolidayTable({ events, onRemove }: HolidayTableProps) {
  const t = useBuildTexts().calendars
  const language = useLanguage()
  const rows = events.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)))
  const shown = ({ from, to, isYearly }: Holiday) =>
    [...new Set([from, to])].map((day) => dayText(language, day, isYearly)).join(' – ')
  const columns: Column<Holiday>[] = [
    { key: 'day', title: t.day, cell: shown },
    { key: 'name', title: t.name, cell: ({ name }) => name || t.unnamed },
    {
      key: 'yearly',
      title: t.yearly,
      isTight: true,
      isQuiet: true,
      cell: ({ isYearly }) => (isYearly ? t.yearly : t.once),
    },
    {
      key: 'remove',
      title: t.removeTitle,
      isAction: true,
      cell: (event) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.remove(`${event.name || t.unnamed}, ${shown(event)}`)}
          onClick={() => onRemove(event)}
        >
          <IconTrash size={15} stroke={1.6} />
        </ActionIcon>
      ),
    },
  ]
  return (
    <ListTable
      label={t.holidays}
      columns={columns}
      rows={rows}
      idOf={({ lines: [first] }) => String(first)}
      empty={<Text c="var(--quiet)">{t.noHolidays}</Text>}
      hasCards
    />
  )
}

/** Those of every year first, in the order of the year. */
const orderOf = ({ isYearly, from }: Holiday): string => (isYearly ? from.slice(5) : `9${from}`)

function NewHolidayForm({ onAdd }: { onAdd: (holiday: NewHoliday) => void }) {
  const t = useBuildTexts().calendars
  const [name, setName] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const [isYearly, setYearly] = useState(false)
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!day) return
        onAdd({ name: name.trim(), from: day, to: day, isYearly })
        setName('')
        setDay(null)
      }}
    >
      <DayInput label={t.day} value={day} onChange={setDay} required />
      <TextField
        className={classes.grow ?? ''}
        label={t.name}
        value={name}
        maxLength={200}
        onChange={setName}
      />
      <SwitchField mb={8} label={t.yearly} value={isYearly} onChange={setYearly} />
      <Button type="submit" variant="default">
        {t.add}
      </Button>
    </form>
  )
}

const daysIn = ({ from, to }: Holiday): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

function Imported({ taken, repeated, problems }: ReturnType<typeof takeHolidays>) {
  const t = useBuildTexts().calendars
  const days = taken.reduce((sum, each) => sum + daysIn(each), 0)
  const skipped = [
    ...repeated.map(({ name, from }) => ({ of: name || from, why: t.why.known })),
    ...problems.map(({ of, line, why }) => ({ of: of || t.line(line), why: t.why[why] })),
  ]
  return (
    <Alert color={skipped.length > 0 ? 'yellow' : 'teal'} variant="light" role="status">
      {[t.taken(days), ...(skipped.length > 0 ? [t.skipped(skipped.length)] : [])].join(', ')}
      {skipped.length > 0 && (
        <ul className={classes.skipped}>
          {skipped.map(({ of, why }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may say the same
            <li key={at}>{`${of}: ${why}`}</li>
          ))}
        </ul>
      )}
    </Alert>
  )
}
