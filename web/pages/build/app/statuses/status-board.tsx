import { DragDropContext, type DropResult } from '@hello-pangea/dnd'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { TextField } from '../../../../components/controls.tsx'
import { codeOf } from '../../code-of.ts'
import type { Edit } from '../../draft/types.ts'
import { useBuildTexts } from '../../texts.ts'
import type { StatusPartProps } from '../part.ts'
import { nextStatusId } from '../transitions.ts'
import { StatusColumn } from './status-column.tsx'
import classes from './statuses.module.css'

const indexOf = (id: string) => Number(id.replace('group-', ''))

/** A column for each group; cards go from column to column, with the mouse or the keyboard. */
export function StatusBoard(props: StatusPartProps) {
  const t = useBuildTexts().app
  const { draft, file, groups } = props
  const drop = ({ source, destination }: DropResult) => {
    if (!destination) return
    const [from, to] = [indexOf(source.droppableId), indexOf(destination.droppableId)]
    const edits = moveEdits(props, { from, at: source.index, to, place: destination.index })
    if (edits.length > 0) draft.edit(edits)
  }
  const addStatus = (group: number, name: string) => {
    const taken = groups.flatMap(({ statuses }) => (statuses ?? []).map(({ code }) => code))
    const status = { id: nextStatusId(groups), code: codeOf(name, taken, 'status'), name }
    const at = ['statuses', group, 'statuses', groups[group]?.statuses?.length ?? 0]
    draft.edit([{ file, op: 'insert', at, value: status }])
  }
  return (
    <DragDropContext onDragEnd={drop} dragHandleUsageInstructions={t.sort.instructions}>
      <div className={classes.board}>
        {groups.map((group, index) => (
          <StatusColumn
            key={group.code}
            {...props}
            group={group}
            index={index}
            onAdd={(name) => addStatus(index, name)}
          />
        ))}
        <AddGroup {...props} />
      </div>
    </DragDropContext>
  )
}

type Move = { from: number; at: number; to: number; place: number }

/** A group without statuses goes with its last one. */
function moveEdits({ file, groups }: StatusPartProps, { from, at, to, place }: Move): Edit[] {
  if (from === to) {
    const path = ['statuses', from, 'statuses', at]
    return at === place ? [] : [{ file, op: 'move', at: path, to: place }]
  }
  const statuses = groups[from]?.statuses ?? []
  const isLast = statuses.length === 1
  return [
    { file, op: 'insert', at: ['statuses', to, 'statuses', place], value: statuses[at] },
    { file, op: 'remove', at: isLast ? ['statuses', from] : ['statuses', from, 'statuses', at] },
  ]
}

/** A group begins with its first status. */
function AddGroup({ draft, file, groups }: StatusPartProps) {
  const t = useBuildTexts().app.statuses
  const [name, setName] = useState('')
  const isFirst = groups.length === 0
  const add = () => {
    if (!name.trim()) return
    const id = nextStatusId(groups)
    const codes = groups.map(({ code }) => code)
    const taken = groups.flatMap(({ statuses }) => (statuses ?? []).map(({ code }) => code))
    const title = isFirst ? t.firstGroup : name.trim()
    const status = { id, code: codeOf(name, taken, 'status'), name: name.trim() }
    const value = {
      code: isFirst ? 'all' : codeOf(name, codes, 'group'),
      name: title,
      statuses: [status],
    }
    draft.edit([
      isFirst
        ? { file, op: 'set', at: ['statuses'], value: [value] }
        : { file, op: 'insert', at: ['statuses', groups.length], value },
    ])
    setName('')
  }
  return (
    <form
      className={classes.addGroup}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <TextField label={isFirst ? t.firstStatus : t.newGroup} value={name} onChange={setName} />
      <Button type="submit" variant="default" leftSection={<IconPlus size={14} aria-hidden />}>
        {isFirst ? t.add : t.addGroup}
      </Button>
    </form>
  )
}
