import { Checkbox, Table } from '@mantine/core'
import { Link } from 'react-router'
import { Person } from '../../components/person.tsx'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import type { InstanceRow } from './instance-list.tsx'
import classes from './processes.module.css'
import { Standing } from './standing.tsx'
import { StateTag } from './state-tag.tsx'

type InstanceTableProps = {
  rows: InstanceRow[]
  hasProcess: boolean
  chosen?: ReadonlySet<string>
  onChoose?: (chosen: ReadonlySet<string>) => void
}

export function InstanceTable({ rows, hasProcess, chosen, onChoose }: InstanceTableProps) {
  const t = useTexts().processes.columns
  const isAll = rows.every(({ id }) => chosen?.has(id))
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose?.(next)
  }
  return (
    <Table className={classes.table} verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          {onChoose && (
            <Table.Th w={32}>
              <Checkbox
                size="xs"
                aria-label={t.chooseAll}
                checked={isAll}
                indeterminate={!isAll && !!chosen?.size}
                onChange={() => onChoose(new Set(isAll ? [] : rows.map(({ id }) => id)))}
              />
            </Table.Th>
          )}
          <Table.Th>{t.name}</Table.Th>
          <Table.Th>{t.state}</Table.Th>
          <Table.Th data-extra>{t.standing}</Table.Th>
          <Table.Th data-extra>{hasProcess ? t.process : t.version}</Table.Th>
          <Table.Th data-extra colSpan={2}>
            {t.started}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            {onChoose && (
              <Table.Td>
                <Checkbox
                  size="xs"
                  aria-label={t.choose(row.name)}
                  checked={chosen?.has(row.id) ?? false}
                  onChange={() => toggle(row.id)}
                />
              </Table.Td>
            )}
            <Cells row={row} hasProcess={hasProcess} />
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Cells({ row, hasProcess }: { row: InstanceRow; hasProcess: boolean }) {
  const t = useTexts().processes
  return (
    <>
      <Table.Td>
        <Link to={links.instance(row.id)} className={classes.name}>
          {row.name}
        </Link>
        <div className={classes.below}>
          <Standing at={row.at} />
        </div>
      </Table.Td>
      <Table.Td>
        <StateTag state={row.state} />
      </Table.Td>
      <Table.Td data-extra>
        <Standing at={row.at} />
      </Table.Td>
      <Table.Td data-extra>
        {hasProcess ? (
          <Link to={links.process(row.processId)} className={classes.link}>
            {row.processName}
          </Link>
        ) : (
          t.versions.version(row.version)
        )}
      </Table.Td>
      <Table.Td data-extra data-time>
        <When at={row.startedAt} />
      </Table.Td>
      <Table.Td data-extra>
        <Person id={row.author.id} name={row.author.name} isLink />
      </Table.Td>
    </>
  )
}
