import { Checkbox, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/index.ts'
import type { Thing } from './changes.tsx'
import classes from './files.module.css'
import { type Column, useSort } from './use-files.ts'

type FileListProps = {
  things: readonly Thing[]
  chosen: ReadonlySet<string>
  onChoose: (ids: ReadonlySet<string>) => void
  /** Where things of several folders are shown, the folder of each is, too. */
  hasFolders: boolean
  children: ReactNode
}

/** The head of the list with its order, and the lines. */
export function FileList({ things, chosen, onChoose, hasFolders, children }: FileListProps) {
  const t = useTexts()
  const isAll = things.length > 0 && things.every(({ id }) => chosen.has(id))
  return (
    <table className={classes.list}>
      <thead>
        <tr>
          <th className={classes.check}>
            <Checkbox
              size="xs"
              aria-label={t.files.selectAll}
              checked={isAll}
              indeterminate={chosen.size > 0 && !isAll}
              onChange={() => onChoose(new Set(isAll ? [] : things.map(({ id }) => id)))}
            />
          </th>
          <Head column="name" />
          {hasFolders && <th data-minor>{t.files.columns.folder}</th>}
          <Head column="size" isMinor />
          <Head column="changed" isMinor />
          <th data-minor>{t.files.columns.by}</th>
          <th className={classes.menu} aria-label={t.frame.actions.more} />
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

function Head({ column, isMinor = false }: { column: Column; isMinor?: boolean }) {
  const t = useTexts()
  const { sort, sortBy } = useSort()
  const isHere = sort.column === column
  const Arrow = sort.isDown ? IconArrowDown : IconArrowUp
  const direction = sort.isDown ? 'descending' : 'ascending'
  return (
    <th data-minor={isMinor || undefined} aria-sort={isHere ? direction : undefined}>
      <UnstyledButton
        className={classes.sort}
        aria-label={t.files.sortBy(t.files.columns[column])}
        onClick={() => sortBy(column)}
      >
        {t.files.columns[column]}
        {isHere && <Arrow size={12} stroke={1.8} aria-hidden />}
      </UnstyledButton>
    </th>
  )
}
