import { Below, type Column, ListTable } from '../../components/list-table.tsx'
import { Person as Name } from '../../components/person.tsx'
import { useDayTexts } from '../../texts/day.ts'
import { Section } from '../apps/item/section.tsx'
import { CountLink } from './count-link.tsx'
import classes from './team.module.css'
import { DONE_LATE, listOf, type Person, type TeamWork } from './work.ts'

/** Who has how much to do, those who are late first. */
export function People({ work: { people, whose } }: { work: TeamWork }) {
  const t = useDayTexts().team
  const list = listOf(whose)
  const most = Math.max(...people.map(({ open }) => open), 1)
  const columns: Column<Person>[] = [
    {
      key: 'person',
      title: t.person,
      cell: ({ id, name, position }) => (
        <>
          <Name id={id} name={name} isLink />
          {position && <Below>{position}</Below>}
        </>
      ),
    },
    {
      key: 'load',
      title: t.load,
      isWide: true,
      cell: ({ open, late }) => (
        <span className={classes.load} aria-hidden>
          <i data-late style={{ width: `${(100 * late) / most}%` }} />
          <i style={{ width: `${(100 * (open - late)) / most}%` }} />
        </span>
      ),
    },
    {
      key: 'open',
      title: t.open,
      isNumber: true,
      cell: ({ id, name, open }) => (
        <CountLink count={open} to={list({ person: id })} label={t.openOf(name)} />
      ),
    },
    {
      key: 'late',
      title: t.late,
      isNumber: true,
      cell: ({ id, name, late }) => (
        <CountLink
          count={late}
          to={list({ person: id, late: true })}
          label={t.lateOf(name)}
          isBad
        />
      ),
    },
    {
      key: 'breaches',
      title: t.breaches,
      isNumber: true,
      isWide: true,
      cell: ({ id, name, closedLate }) => (
        <CountLink
          count={closedLate}
          to={list({ ...DONE_LATE, person: id })}
          label={t.breachesOf(name)}
        />
      ),
    },
  ]
  if (people.length === 0) return null
  return (
    <Section title={t.team}>
      <ListTable label={t.team} columns={columns} rows={people} idOf={({ id }) => id} />
    </Section>
  )
}
