import { Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { useApi } from '../../api.ts'
import { useTexts } from '../../texts/index.ts'
import { type Group, type Grouping, groupByDue, groupByName } from './groups.ts'
import { HandOver } from './hand-over.tsx'
import { useKeys } from './keys.ts'
import classes from './list.module.css'
import type { ListName, Row } from './rows.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useQuickSubmit } from './submitting.ts'
import { TaskRow } from './task-row.tsx'

type TaskListProps = { rows: Row[]; total: number; grouping: Grouping; list: ListName }
type Line = { group: Group } | { row: Row }

/** Only what is in sight is drawn: three hundred tasks feel like three. */
export function TaskList({ rows, total, grouping, list }: TaskListProps) {
  const t = useTexts()
  const groups = useGroups(rows, grouping)
  const lines = useMemo<Line[]>(
    () => groups.flatMap((group) => [{ group }, ...group.rows.map((row) => ({ row }))]),
    [groups],
  )
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isHandingOver, setHandingOver] = useState(false)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => ('group' in (lines[at] ?? {}) ? 38 : 52),
    getItemKey: (at) => keyOf(lines[at]),
    overscan: 8,
  })
  const submit = useQuickSubmit()
  const toggle = (id: string) =>
    setSelected((known) =>
      known.has(id) ? new Set([...known].filter((each) => each !== id)) : new Set([...known, id]),
    )
  const active = useKeys({
    rows: groups.flatMap((group) => group.rows),
    onToggle: toggle,
    onMove: (id) =>
      virtual.scrollToIndex(lines.findIndex((line) => 'row' in line && line.row.__id === id)),
  })
  // What is gone from the list is not chosen any more.
  const chosen = rows.filter(({ __id }) => selected.has(__id))
  return (
    <div className={classes.frame}>
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          onHandOver={() => setHandingOver(true)}
          onClear={() => setSelected(new Set())}
        />
      )}
      <section ref={scroller} className={classes.scroller} aria-label={t.tasks.list.label}>
        <div className={classes.lines} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const line = lines[index]
            if (!line) return null
            return (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={classes.line}
                style={{ transform: `translateY(${start}px)` }}
              >
                {'group' in line ? (
                  <GroupHead group={line.group} />
                ) : (
                  <TaskRow
                    row={line.row}
                    list={list}
                    isActive={active === line.row.__id}
                    isSelected={selected.has(line.row.__id)}
                    onSelect={() => toggle(line.row.__id)}
                    onExit={(exit) => submit.mutate({ task: line.row, exit })}
                  />
                )}
              </div>
            )
          })}
        </div>
        {total > rows.length && (
          <Text size="sm" c="var(--quiet)" p="sm">
            {t.tasks.list.more(total - rows.length)}
          </Text>
        )}
      </section>
      {isHandingOver && (
        <HandOver
          tasks={chosen}
          onClose={() => {
            setHandingOver(false)
            setSelected(new Set())
          }}
        />
      )}
    </div>
  )
}

const keyOf = (line: Line | undefined): string => {
  if (!line) return ''
  return 'group' in line ? `group ${line.group.key}` : line.row.__id
}

function GroupHead({ group: { title, rows, isLate } }: { group: Group }) {
  return (
    <h2 className={classes.group} data-late={isLate || undefined}>
      {title} <span>{rows.length}</span>
    </h2>
  )
}

function useGroups(rows: Row[], grouping: Grouping): Group[] {
  const t = useTexts()
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  return useMemo(() => {
    if (grouping === 'due') return groupByDue(rows, t)
    if (grouping === 'process') return groupByName(rows, ({ template }) => template, '')
    const apps = (data?.workspaces ?? []).flatMap((workspace) => workspace.apps)
    const names = new Map(apps.map(({ namespace, code, name }) => [`${namespace}/${code}`, name]))
    const appOf = ({ __item: item }: Row) =>
      item ? names.get(`${item.namespace}/${item.code}`) : undefined
    return groupByName(rows, appOf, t.tasks.group.noApp)
  }, [rows, grouping, data, t])
}
