import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useChange } from '../../api.ts'
import { Tag } from '../../components/tag.tsx'
import { useDates } from '../../components/when.tsx'
import { PeopleValue } from '../../fields/linked.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import classes from './people.module.css'
import { lastDay, type Substitution, stateOf } from './substitutions.ts'

/** Who is away, who stands in, and for how long. */
export function SubstitutionRow({ substitution }: { substitution: Substitution }) {
  const t = useTexts().people.substitutions
  const me = useMe()
  const dates = useDates()
  const end = useChange('substitutions', 'end', { changes: ['substitution'] })
  const { id, absent, substitute, startsAt, endsAt, endedAt, note } = substitution
  const state = stateOf(substitution)
  const until = endedAt ? new Date(endedAt) : endsAt && lastDay(endsAt)
  const canEnd = state !== 'over' && (me.isAdministrator || absent === me.id)
  return (
    <li className={classes.row} data-state={state}>
      <div className={classes.grow}>
        <div className={classes.pair}>
          <PeopleValue value={absent} />
          <IconArrowRight size={14} stroke={1.6} aria-label={t.isReplacedBy} />
          <PeopleValue value={substitute} />
        </div>
        <div className={classes.quiet}>
          {t.period(dates.day(startsAt), until ? dates.day(until) : '')}
          {note && ` · ${note}`}
        </div>
      </div>
      <Tag state={state}>{t.states[state]}</Tag>
      {canEnd && (
        <Button
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate({ params: { id } })}
        >
          {t.end}
        </Button>
      )}
    </li>
  )
}
