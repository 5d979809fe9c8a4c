import { SegmentedControl } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import { useAddressState } from '../../components/address-state.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { useDates } from '../../components/when.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useDayTexts } from '../../texts/day.ts'
import { Incidents } from './incidents.tsx'
import { People } from './people.tsx'
import { Processes } from './processes.tsx'
import { Steps } from './steps.tsx'
import classes from './team.module.css'
import { DONE_LATE, listOf, type TeamWork } from './work.ts'

const EVERY = 60_000

/** What a manager looks at in the morning; each number leads to what it counts. */
export function TeamPage() {
  const t = useDayTexts().team
  const { isAdministrator } = useMe()
  const { data: menu } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const address = useAddressState()
  const wanted = address.get('whose') === 'people' ? 'people' : 'everybody'
  const whose = isAdministrator ? wanted : 'people'
  const asked = useApi('workplace', 'team', { input: { whose } }, { every: EVERY, keep: true })
  return (
    <Page
      title={t.title}
      actions={
        isAdministrator &&
        menu?.hasPeople && (
          <SegmentedControl
            size="xs"
            aria-label={t.whose}
            value={whose}
            onChange={(next) => address.set({ whose: next === 'people' ? next : null })}
            data={(['people', 'everybody'] as const).map((value) => ({ value, label: t[value] }))}
          />
        )
      }
    >
      <Shown of={asked}>
        {(work) =>
          work.whose === 'people' && work.people.length === 0 ? (
            <Empty icon={IconUsersGroup} title={t.alone} hint={t.aloneHint} />
          ) : (
            <div className={classes.sections}>
              <Numbers work={work} />
              <Steps work={work} />
              <People work={work} />
              <Processes work={work} />
              <Incidents work={work} />
            </div>
          )
        }
      </Shown>
    </Page>
  )
}

function Numbers({ work: { whose, tasks, people, incidents } }: { work: TeamWork }) {
  const t = useDayTexts().team
  const { number } = useDates()
  const list = listOf(whose)
  const late = people.filter((person) => person.late > 0).length
  const tiles = [
    {
      name: t.late,
      value: tasks.late,
      link: list({ late: true }),
      beside: t.lateBy(late),
      isBad: true,
    },
    { name: t.open, value: tasks.open, link: list({}) },
    {
      name: t.breaches,
      value: tasks.closedLate,
      link: list(DONE_LATE),
      beside: t.ofClosed(tasks.closed),
    },
    { name: t.incidents, value: incidents.total, link: links.incidents, isBad: true },
  ]
  return (
    <ul className={classes.tiles}>
      {tiles.map(({ name, value, link, beside, isBad = false }) => (
        <li key={name}>
          <Link to={link} className={classes.tile} data-bad={(isBad && value > 0) || undefined}>
            <span className={classes.name}>{name}</span>
            <strong>{number(value)}</strong>
            {beside && value > 0 && <span className={classes.beside}>{beside}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
