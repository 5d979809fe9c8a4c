import { Table } from '@mantine/core'
import { Tag } from '../../../components/tag.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { InstanceRow } from '../instance-list.tsx'
import classes from '../processes.module.css'
import { Standing } from '../standing.tsx'
import type { Outcomes } from './outcomes.ts'

type MoveTableProps = {
  instances: InstanceRow[]
  version: number
  outcomes: Outcomes | undefined
  isDone: boolean
}

export function MoveTable({ instances, version, outcomes, isDone }: MoveTableProps) {
  const { columns, move } = useTexts().processes
  return (
    <div className={classes.scroll}>
      <Table className={classes.table} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{columns.name}</Table.Th>
            <Table.Th>{columns.version}</Table.Th>
            <Table.Th data-extra>{columns.standing}</Table.Th>
            <Table.Th>{move.outcome}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {instances.map((each) => (
            <Table.Tr key={each.id}>
              <Table.Td>{each.name}</Table.Td>
              <Table.Td>{each.version}</Table.Td>
              <Table.Td data-extra>
                <Standing at={each.at} />
              </Table.Td>
              <Table.Td>
                <Outcome
                  isThere={!isDone && each.version === version}
                  reason={outcomes?.[each.id]}
                  isDone={isDone}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
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
