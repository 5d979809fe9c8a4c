import { Draggable, Droppable } from '@hello-pangea/dnd'
import { ActionIcon, Badge, Button, Select, VisuallyHidden } from '@mantine/core'
import { IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { TextField } from '../../../../components/controls.tsx'
import { hueOf, Tag } from '../../../../components/tag.tsx'
import { useViewTexts } from '../../../apps/view-texts.ts'
import { errorAt } from '../../schema/setting.ts'
import { RenameButton } from '../../shell/rename.tsx'
import { useBuildTexts } from '../../texts.ts'
import type { StatusPartProps } from '../part.ts'
import type { StatusGroup } from '../transitions.ts'
import classes from './statuses.module.css'

type StatusColumnProps = StatusPartProps & {
  group: StatusGroup
  index: number
  onAdd: (name: string) => void
}

/** A group with its statuses, as a column of the board of the app. */
export function StatusColumn(props: StatusColumnProps) {
  const t = useBuildTexts().app.statuses
  const { draft, file, group, index, onAdd } = props
  const at = ['statuses', index]
  const name = group.name || group.code
  return (
    <section className={classes.column} aria-label={name}>
      <div className={classes.head}>
        <TextField
          className={classes.grow ?? ''}
          size="xs"
          variant="unstyled"
          fw={600}
          aria-label={t.groupName(name)}
          value={group.name ?? ''}
          error={errorAt({ draft, file, at: [...at, 'name'] })}
          onChange={(text) => draft.set(file, [...at, 'name'], text)}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.remove(name)}
          onClick={() => draft.edit([{ file, op: 'remove', at }])}
        >
          <IconTrash size={14} stroke={1.6} />
        </ActionIcon>
      </div>
      <Droppable droppableId={`group-${index}`}>
        {(list) => (
          <div className={classes.cards} ref={list.innerRef} {...list.droppableProps}>
            {(group.statuses ?? []).map((status, place) => (
              <StatusCard key={status.code} {...props} place={place} />
            ))}
            {list.placeholder}
          </div>
        )}
      </Droppable>
      <AddStatus group={name} onAdd={onAdd} />
    </section>
  )
}

function StatusCard(props: StatusColumnProps & { place: number }) {
  const t = useBuildTexts().app
  const { draft, file, group, index, place } = props
  const status = group.statuses[place]
  if (!status) return null
  const at = ['statuses', index, 'statuses', place]
  const name = status.name || status.code
  const remove = () =>
    draft.edit([{ file, op: 'remove', at: group.statuses.length === 1 ? ['statuses', index] : at }])
  return (
    <Draggable draggableId={status.code} index={place}>
      {(drag) => (
        <div className={classes.card} ref={drag.innerRef} {...drag.draggableProps}>
          <span className={classes.handle} {...drag.dragHandleProps}>
            <VisuallyHidden>{t.sort.move(name)}</VisuallyHidden>
            <IconGripVertical size={14} stroke={1.6} aria-hidden />
          </span>
          <div className={classes.grow}>
            <TextField
              size="xs"
              aria-label={t.statuses.statusName(name)}
              value={status.name ?? ''}
              error={errorAt({ draft, file, at: [...at, 'name'] })}
              onChange={(text) => draft.set(file, [...at, 'name'], text)}
            />
            <StatusColour {...props} />
            <div className={classes.code}>
              {status.code} <RenameButton place={{ draft, file, at }} code={status.code} />{' '}
              {index === 0 && place === 0 && (
                <Badge size="xs" variant="light" tt="none">
                  {t.statuses.initial}
                </Badge>
              )}
            </div>
            {errorAt({ draft, file, at: [...at, 'code'] }) && (
              <div className={classes.error}>{errorAt({ draft, file, at: [...at, 'code'] })}</div>
            )}
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.statuses.remove(name)}
            onClick={remove}
          >
            <IconTrash size={14} stroke={1.6} />
          </ActionIcon>
        </div>
      )}
    </Draggable>
  )
}

/** Without one of its own it has that of its place among all statuses. */
function StatusColour({
  draft,
  file,
  groups,
  group,
  index,
  place,
}: StatusColumnProps & { place: number }) {
  const t = useBuildTexts().app.statuses
  const { hues } = useViewTexts().options
  const { colour, name, code } = group.statuses[place] ?? {}
  const at = ['statuses', index, 'statuses', place, 'colour']
  const before = groups.slice(0, index).reduce((sum, each) => sum + (each.statuses?.length ?? 0), 0)
  return (
    <Select
      size="xs"
      mt={4}
      aria-label={t.statusColour(name || code || '')}
      data={Object.entries(hues).map(([value, label]) => ({ value, label }))}
      renderOption={({ option }) => (
        <Tag isBare hue={option.value}>
          {option.label}
        </Tag>
      )}
      leftSection={
        <Tag isBare hue={colour ?? hueOf(before + place)}>
          {''}
        </Tag>
      }
      placeholder={t.colourByPlace}
      clearable
      value={colour ?? null}
      error={errorAt({ draft, file, at })}
      onChange={(value) => draft.set(file, at, value ?? undefined)}
    />
  )
}

function AddStatus({ group, onAdd }: { group: string; onAdd: (name: string) => void }) {
  const t = useBuildTexts().app.statuses
  const [name, setName] = useState('')
  return (
    <form
      className={classes.head}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim()) onAdd(name.trim())
        setName('')
      }}
    >
      <TextField
        className={classes.grow ?? ''}
        size="xs"
        aria-label={t.newStatus(group)}
        placeholder={t.newStatusShort}
        value={name}
        onChange={setName}
      />
      <Button
        type="submit"
        variant="subtle"
        px={6}
        aria-label={t.addTo(group)}
        leftSection={<IconPlus size={14} aria-hidden />}
      >
        {t.add}
      </Button>
    </form>
  )
}
