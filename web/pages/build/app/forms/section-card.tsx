import { Droppable } from '@hello-pangea/dnd'
import { ActionIcon, Collapse, Group, Select, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconSettings, IconTrash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { TextField } from '../../../../components/controls.tsx'
import { useBuildTexts } from '../../texts.ts'
import { type Rule, RuleInput } from '../conditions/rule-input.tsx'
import { draftFields } from '../draft-fields.ts'
import type { CanvasProps } from './canvas.tsx'
import classes from './forms.module.css'
import type { Part, Tab } from './model.ts'
import { PlacedField } from './placed-field.tsx'

export type SectionProps = CanvasProps & { tabs: Tab[]; part: Part; index: number; count: number }

/** A section with its fields, which are dragged into it and out of it. */
export function SectionCard(props: SectionProps) {
  const t = useBuildTexts().app.forms
  const { part, index } = props
  return (
    <section className={classes.section} data-plain={!part.section || undefined}>
      {part.section && <Head {...props} />}
      <Droppable droppableId={`section-${index}`}>
        {(list, { isDraggingOver }) => (
          <ul
            className={classes.fields}
            aria-label={part.section?.name || t.shown}
            data-over={isDraggingOver || undefined}
            ref={list.innerRef}
            {...list.droppableProps}
          >
            {part.rows.map((row, place) => (
              <PlacedField key={row.code} {...props} row={row} place={place} />
            ))}
            {list.placeholder}
            {part.rows.length === 0 && (
              <Text component="li" size="xs" c="var(--quiet)">
                {t.emptySection}
              </Text>
            )}
          </ul>
        )}
      </Droppable>
    </section>
  )
}

const arrow = { variant: 'subtle', color: 'gray', size: 'sm' } as const

function Head(props: SectionProps) {
  const t = useBuildTexts().app.forms
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { draft, file, part, index, count } = props
  const { at, section } = part
  const name = section?.name ?? ''
  const wrong = draft.problemsAt(file, [...at, 'visible'])[0]?.message
  const move = (to: number) => draft.edit([{ file, op: 'move', at, to }])
  return (
    <>
      <Group gap={4} wrap="nowrap" mb={6}>
        <TextField
          flex={1}
          size="xs"
          aria-label={t.sectionName(index + 1)}
          placeholder={t.unnamed}
          value={name}
          error={draft.problemsAt(file, [...at, 'name'])[0]?.message}
          onChange={(text) => draft.set(file, [...at, 'name'], text || undefined)}
        />
        <ActionIcon
          {...arrow}
          aria-label={t.sectionSettings(name || String(index + 1))}
          aria-expanded={isOpen || wrong !== undefined}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <IconSettings size={14} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          {...arrow}
          aria-label={t.sectionEarlier(name || String(index + 1))}
          disabled={index === 0}
          onClick={() => move(index - 1)}
        >
          <IconArrowUp size={14} />
        </ActionIcon>
        <ActionIcon
          {...arrow}
          aria-label={t.sectionLater(name || String(index + 1))}
          disabled={index === count - 1}
          onClick={() => move(index + 1)}
        >
          <IconArrowDown size={14} />
        </ActionIcon>
        <ActionIcon
          {...arrow}
          aria-label={t.removeSection(name || String(index + 1))}
          disabled={count === 1}
          onClick={() => draft.edit([{ file, op: 'remove', at }])}
        >
          <IconTrash size={14} stroke={1.6} />
        </ActionIcon>
      </Group>
      <Collapse expanded={isOpen || wrong !== undefined} id={id}>
        {(isOpen || wrong !== undefined) && <Settings {...props} error={wrong} />}
      </Collapse>
    </>
  )
}

const COLUMNS = [1, 2, 3, 4]

function Settings({ part, error, ...props }: SectionProps & { error: string | undefined }) {
  const t = useBuildTexts().app.forms
  const { draft, file } = props
  const { at, section } = part
  return (
    <div className={classes.settings}>
      <Select
        label={t.columns}
        data={[
          { value: '', label: t.columnsAuto },
          ...COLUMNS.map((count) => ({ value: String(count), label: String(count) })),
        ]}
        value={String(section?.columns ?? '')}
        allowDeselect={false}
        onChange={(next) => draft.set(file, [...at, 'columns'], next ? Number(next) : undefined)}
      />
      <TextField
        label={t.hint}
        value={section?.hint ?? ''}
        onChange={(text) => draft.set(file, [...at, 'hint'], text || undefined)}
      />
      <RuleInput
        label={t.visible}
        fields={draftFields(props)}
        value={section?.visible as Rule}
        without={[{ value: undefined, label: t.always }]}
        error={error}
        onChange={(rule) => draft.set(file, [...at, 'visible'], rule)}
      />
    </div>
  )
}
