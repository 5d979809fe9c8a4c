import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useTexts } from '../../../texts/index.ts'
import { useSteeringTexts } from '../../../texts/steering.ts'
import { CurrentSteps } from '../current-steps.tsx'
import type { InstanceRow } from '../instance-list.tsx'
import classes from '../processes.module.css'
import type { Outcome, Outcomes } from './outcomes.ts'

type MoveTableProps = {
  instances: InstanceRow[]
  version: number
  outcomes: Outcomes | undefined
  isDone: boolean
}

export function MoveTable({ instances, version, outcomes, isDone }: MoveTableProps) {
  const { columns: titles } = useTexts().processes
  const { move } = useSteeringTexts()
  const columns: Column<InstanceRow>[] = [
    { key: 'name', title: titles.name, cell: ({ name }) => name },
    { key: 'version', title: titles.version, cell: (each) => each.version },
    { key: 'at', title: titles.at, isWide: true, cell: ({ at }) => <CurrentSteps at={at} /> },
    {
      key: 'outcome',
      title: move.outcome,
      cell: (each) => (
        <OutcomeView
          isThere={!isDone && each.version === version}
          outcome={outcomes?.[each.id]}
          isDone={isDone}
        />
      ),
    },
  ]
  return (
    <ListTable
      label={move.title(version)}
      columns={columns}
      rows={instances}
      idOf={({ id }) => id}
    />
  )
}

type OutcomeViewProps = { isThere: boolean; outcome: Outcome | undefined; isDone: boolean }

function OutcomeView({ isThere, outcome, isDone }: OutcomeViewProps) {
  const t = useSteeringTexts().move
  if (isThere) return <Tag state="present">{t.already}</Tag>
  if (outcome === undefined) return <Tag state="waiting">{isDone ? t.already : t.checking}</Tag>
  if (outcome.is === 'moved') return <Tag state="fine">{isDone ? t.moved : t.fine}</Tag>
  if (outcome.is === 'queued') return <Tag state="queued">{isDone ? t.queued : t.later}</Tag>
  return <span className={classes.wrong}>{outcome.reason}</span>
}
