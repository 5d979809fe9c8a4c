import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useTexts } from '../../../texts/index.ts'
import { CurrentSteps } from '../current-steps.tsx'
import type { InstanceRow } from '../instance-list.tsx'
import classes from '../processes.module.css'
import type { Outcomes } from './outcomes.ts'

type MoveTableProps = {
  instances: InstanceRow[]
  version: number
  outcomes: Outcomes | undefined
  isDone: boolean
}

export function MoveTable({ instances, version, outcomes, isDone }: MoveTableProps) {
  const { columns: titles, move } = useTexts().processes
  const columns: Column<InstanceRow>[] = [
    { key: 'name', title: titles.name, cell: ({ name }) => name },
    { key: 'version', title: titles.version, cell: (each) => each.version },
    { key: 'at', title: titles.at, isWide: true, cell: ({ at }) => <CurrentSteps at={at} /> },
    {
      key: 'outcome',
      title: move.outcome,
      cell: (each) => (
        <Outcome
          isThere={!isDone && each.version === version}
          reason={outcomes?.[each.id]}
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

type OutcomeProps = { isThere: boolean; reason: string | undefined; isDone: boolean }

function Outcome({ isThere, reason, isDone }: OutcomeProps) {
  const t = useTexts().processes.move
  if (isThere) return <Tag hue="gray">{t.already}</Tag>
  if (reason === undefined) return <Tag hue="gray">{isDone ? t.already : t.checking}</Tag>
  if (reason === '') return <Tag hue="teal">{isDone ? t.moved : t.fine}</Tag>
  return <span className={classes.wrong}>{reason}</span>
}
