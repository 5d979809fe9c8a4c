import { Button, Checkbox, Text } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Confirm } from '../../components/confirm.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { useAppNames } from './filter-bar.tsx'
import { type Group, type Grouping, groupByDue, groupByName } from './groups.ts'
import { HandOver } from './hand-over.tsx'
import { useTaskShortcuts } from './keys.ts'
import classes from './list.module.css'
import { undo } from './pending.ts'
import { readPlace, saveOrder, savePlace } from './place.ts'
import { type CommonExit, type QuickExit, useCommonExits } from './quick.ts'
import { Remind } from './remind.tsx'
import type { ListName, Row } from './rows.ts'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { useTaking } from './taking.ts'
import { TaskRow } from './task-row.tsx'
import { UndoBar } from './undo-bar.tsx'

type TaskListProps = {
  rows: Row[]
  total: number
  /** Absent where there is nothing to be grouped by. */
  grouping: Grouping | undefined
  list: ListName
  taking: ReturnType<typeof useTaking>
  onMore: () => void
  onCreate: () => void
  /** In place of a list without rows. */
  empty: ReactNode
}
type Line = { group: Group } | { row: Row }
type BulkExit = { exit: string; text: string; tasks: { row: Row; exit: QuickExit }[] }

/** Only what is in sight is drawn: a thousand tasks feel like three. */
export function TaskList(props: TaskListProps) {
  const { rows, total, grouping, list, taking, onMore, onCreate } = props
  const t = useTexts()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const address = pathname + search
  const groups = useGroups(rows, grouping)
  const lines = useMemo<Line[]>(
    () =>
      groups.flatMap((group) => [
        ...(group.title ? [{ group }] : []),
        ...group.rows.map((row) => ({ row })),
      ]),
    [groups],
  )
  const ordered = useMemo(() => groups.flatMap((group) => group.rows), [groups])
  const ids = useMemo(() => ordered.map(({ __id }) => __id), [ordered])
  const { selected, toggle, extend, set } = useSelection(address, ids)
  const [active, setActive] = useState(() => readPlace(address).active)
  const [dialog, setDialog] = useState<'hand over' | 'remind'>()
  const [asked, ask] = useState<BulkExit>()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => ('group' in (lines[at] ?? {}) ? 38 : 52),
    getItemKey: (at) => keyOf(lines[at]),
    overscan: 8,
  })
  const [first] = useState(() => {
    const { top, at } = readPlace(address)
    const found = lines.findIndex((line) => keyOf(line) === top)
    return found >= 0 ? found : Math.min(at, lines.length - 1)
  })
  useEffect(() => {
    if (first > 0) virtual.scrollToIndex(first, { align: 'start' })
  }, [virtual, first])
  useEffect(() => savePlace(address, { active }), [address, active])
  // What is gone from the list is not chosen any more.
  const chosen = useMemo(
    () => ordered.filter(({ __id }) => selected.has(__id)),
    [ordered, selected],
  )
  const current = ordered.find(({ __id }) => __id === active)
  const meant = useMemo(
    () => (chosen.length > 0 ? chosen : current ? [current] : []),
    [chosen, current],
  )
  const exits = useCommonExits(list === 'incoming' ? meant.slice(0, MOST) : NONE)

  const goTo = useCallback(
    (row: Row | undefined) => {
      if (!row) return
      setActive(row.__id)
      virtual.scrollToIndex(lines.findIndex((line) => 'row' in line && line.row === row))
    },
    [lines, virtual],
  )
  const remember = () => saveOrder({ address, ids })
  // Where the tasks that were done stood, the next ones are.
  const isFollowing = useRef(false)
  useEffect(() => {
    if (!isFollowing.current) return
    isFollowing.current = false
    const at = lines.findIndex((line) => 'row' in line && line.row.__id === active)
    if (at >= 0) virtual.scrollToIndex(at)
  }, [lines, active, virtual])
  const take = (exit: string, tasks: BulkExit['tasks'], isUndoable: boolean) => {
    const taken = new Set(tasks.map(({ row }) => row.__id))
    const from = Math.max(
      0,
      ids.findIndex((id) => taken.has(id)),
    )
    const next = ordered.slice(from).find(({ __id }) => !taken.has(__id))
    setActive((next ?? ordered.findLast(({ __id }) => !taken.has(__id)))?.__id)
    set([...selected].filter((id) => !taken.has(id)))
    isFollowing.current = true
    const named = tasks.map(({ row, exit: { id } }) => ({
      id: row.__id,
      name: row.__name,
      exitId: id,
    }))
    taking.takeExit(exit, named, isUndoable)
  }
  const decide = ({ name, tasks }: Pick<CommonExit, 'name' | 'tasks'>) => {
    const question = tasks.find(({ exit }) => exit.confirm !== null)?.exit.confirm
    if (question === undefined) take(name, tasks, true)
    else ask({ exit: name, tasks, text: question || t.tasks.confirm.sure })
  }
  const open = dialog === undefined && asked === undefined
  useTaskShortcuts({
    move: (step, isExtending) => {
      const at = active === undefined ? -1 : ids.indexOf(active)
      const next = ordered[Math.min(Math.max(at + step, 0), ordered.length - 1)]
      if (next && isExtending)
        extend(next.__id, at < 0 || selected.has(active ?? '') ? undefined : active)
      goTo(next)
    },
    open: () => {
      if (!current) return
      remember()
      void navigate(links.task(current.__id))
    },
    toggle: () => active !== undefined && toggle(active),
    selectAll: () => set(ids),
    clear: () => set([]),
    exit: (at) => {
      const exit = exits[at]
      if (exit && open) decide(exit)
    },
    handOver: () => meant.length > 0 && setDialog('hand over'),
    remind: () => meant.length > 0 && setDialog('remind'),
    undo: () => {
      const back = undo()
      if (!back) return
      setActive(back.tasks[0]?.id)
      set(back.tasks.map(({ id }) => id))
    },
    create: onCreate,
    search: () => document.querySelector<HTMLInputElement>('input[type=search]')?.focus(),
  })
  const close = () => setDialog(undefined)
  const canSelect = ordered.some(({ state }) => state === 'in_progress' || state === 'assignment')
  return (
    <div className={classes.frame}>
      {canSelect && (
        <div className={classes.head}>
          <Checkbox
            size="xs"
            label={t.tasks.list.selectAll}
            checked={chosen.length > 0 && chosen.length === ordered.length}
            indeterminate={chosen.length > 0 && chosen.length < ordered.length}
            onChange={() => set(chosen.length === ordered.length ? [] : ids)}
          />
          {chosen.length > 0 && (
            <SelectionBar
              count={chosen.length}
              exits={exits}
              onExit={decide}
              onHandOver={() => setDialog('hand over')}
              onRemind={() => setDialog('remind')}
              onClear={() => set([])}
            />
          )}
        </div>
      )}
      <section
        ref={scroller}
        className={classes.scroller}
        hidden={rows.length === 0}
        aria-label={t.tasks.list.label}
        onScroll={({ currentTarget: { scrollTop } }) => {
          const uppermost = virtual.getVirtualItemForOffset(scrollTop)
          savePlace(address, {
            top: uppermost && String(uppermost.key),
            at: uppermost?.index ?? 0,
          })
        }}
      >
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
                    onSelect={(isRange) => {
                      setActive(line.row.__id)
                      if (isRange) extend(line.row.__id)
                      else toggle(line.row.__id)
                    }}
                    onOpen={() => {
                      setActive(line.row.__id)
                      savePlace(address, { active: line.row.__id })
                      remember()
                    }}
                    onExit={(exit) => decide({ name: exit.name, tasks: [{ row: line.row, exit }] })}
                  />
                )}
              </div>
            )
          })}
        </div>
        {total > rows.length && (
          <div className={classes.more}>
            <Button variant="default" size="xs" onClick={onMore}>
              {t.frame.lists.more}
            </Button>
            <Text size="sm" c="var(--quiet)">
              {t.tasks.list.more(total - rows.length)}
            </Text>
          </div>
        )}
      </section>
      {rows.length === 0 && taking.hidden.size === 0 && props.empty}
      <UndoBar />
      {dialog === 'hand over' && (
        <HandOver
          tasks={meant}
          onClose={() => {
            close()
            set([])
          }}
        />
      )}
      {dialog === 'remind' && (
        <Remind
          ids={meant.map(({ __id }) => __id)}
          isSnoozed={meant.some(({ snoozedUntil, followUpAt }) => snoozedUntil ?? followUpAt)}
          onClose={close}
          onDone={() => {
            close()
            set([])
          }}
        />
      )}
      {asked && (
        <Confirm
          title={
            asked.tasks.length === 1
              ? (asked.tasks[0]?.row.__name ?? '')
              : t.tasks.list.selected(asked.tasks.length)
          }
          text={asked.text}
          action={asked.exit}
          isSafe
          onSubmit={() => {
            ask(undefined)
            take(asked.exit, asked.tasks, false)
          }}
          onClose={() => ask(undefined)}
        />
      )}
    </div>
  )
}

const NONE: Row[] = []
/** As many tasks as are completed at once. */
const MOST = 500

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

function useGroups(rows: Row[], grouping: Grouping | undefined): Group[] {
  const t = useTexts()
  const apps = useAppNames()
  return useMemo(() => {
    if (grouping === undefined) return [{ key: '', title: '', rows }]
    if (grouping === 'due') return groupByDue(rows, t)
    if (grouping === 'process') {
      return groupByName(rows, ({ template }) => template || undefined, t.tasks.filter.noProcess)
    }
    const appOf = ({ __item: item }: Row) =>
      item ? apps.get(`${item.namespace}/${item.code}`) : undefined
    return groupByName(rows, appOf, t.tasks.group.noApp)
  }, [rows, grouping, apps, t])
}
