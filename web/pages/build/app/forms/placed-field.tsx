import { Draggable } from '@hello-pangea/dnd'
import {
  ActionIcon,
  Badge,
  Collapse,
  Select,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import {
  IconChevronDown,
  IconChevronRight,
  IconEyeOff,
  IconGripVertical,
} from '@tabler/icons-react'
import { useId, useState } from 'react'
import sortable from '../../sortable.module.css'
import { useBuildTexts } from '../../texts.ts'
import { RuleInput } from '../conditions/rule-input.tsx'
import { draftFields } from '../draft-fields.ts'
import { useFieldChoices } from '../names.ts'
import classes from './forms.module.css'
import { moveEdits, type Row, RULES, type RuleKey, ruleEdit } from './model.ts'
import type { SectionProps } from './section-card.tsx'

type PlacedFieldProps = SectionProps & { row: Row; place: number }

/** One field of a form; what the form says about it unfolds below. */
export function PlacedField(props: PlacedFieldProps) {
  const t = useBuildTexts().app
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { draft, file, part, row, place } = props
  const at = [...part.fieldsAt, place]
  const name =
    useFieldChoices(props, true).find(({ value }) => value === row.code)?.label ?? row.code
  const wrong = draft.problemsAt(file, at, 'within').map(({ message }) => message)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Draggable draggableId={`${part.at.join('.')} ${row.code}`} index={place}>
      {(drag, { isDragging }) => (
        <li
          className={sortable.item}
          data-dragged={isDragging || undefined}
          ref={drag.innerRef}
          {...drag.draggableProps}
        >
          <span className={sortable.handle} {...drag.dragHandleProps}>
            <VisuallyHidden>{t.sort.move(name)}</VisuallyHidden>
            <IconGripVertical size={15} stroke={1.6} aria-hidden />
          </span>
          <div className={sortable.content}>
            <div className={classes.line}>
              <UnstyledButton
                className={classes.title ?? ''}
                aria-expanded={isOpen}
                aria-controls={id}
                onClick={() => setOpen(!isOpen)}
              >
                <Chevron size={13} stroke={1.8} aria-hidden /> {name}
              </UnstyledButton>
              <Marks row={row} />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t.forms.hide(name)}
                onClick={() => draft.edit([{ file, op: 'remove', at }])}
              >
                <IconEyeOff size={15} stroke={1.6} />
              </ActionIcon>
            </div>
            {wrong.length > 0 && (
              <Text size="xs" c="var(--mantine-color-error)">
                {wrong.join('; ')}
              </Text>
            )}
            <Collapse expanded={isOpen} id={id}>
              {isOpen && <Settings {...props} />}
            </Collapse>
          </div>
        </li>
      )}
    </Draggable>
  )
}

function Marks({ row: { rules } }: { row: Row }) {
  const t = useBuildTexts().app.forms
  return RULES.filter((key) => rules[key] !== undefined && rules[key] !== false).map((key) => (
    <Badge key={key} size="xs" variant="default" tt="none" fw={400}>
      {rules[key] === true ? t[key] : t.marks[key]}
    </Badge>
  ))
}

function Settings(props: PlacedFieldProps) {
  const t = useBuildTexts().app.forms
  const { draft, file, part, row, place } = props
  const fields = draftFields(props)
  const without: Record<RuleKey, { value: boolean | undefined; label: string }[]> = {
    visible: [{ value: undefined, label: t.always }],
    required: [
      { value: undefined, label: t.asField },
      { value: true, label: t.always },
    ],
    readOnly: [
      { value: undefined, label: t.never },
      { value: true, label: t.always },
    ],
  }
  return (
    <div className={classes.settings}>
      {RULES.map((key) => (
        <RuleInput
          key={key}
          label={t[key]}
          fields={fields}
          value={row.rules[key] === false ? undefined : row.rules[key]}
          without={without[key]}
          onChange={(rule) => draft.edit(ruleEdit(file, { part, index: place }, [key, rule]))}
        />
      ))}
      <OtherSection {...props} />
    </div>
  )
}

/** Where dragging does not reach: another tab, or without a mouse. */
function OtherSection({ tabs, part, place, draft, file }: PlacedFieldProps) {
  const t = useBuildTexts().app.forms
  const parts = tabs.flatMap((tab) => tab.parts.map((each) => ({ tab, part: each })))
  if (parts.length < 2) return null
  const nameOf = ({ tab, part: each }: (typeof parts)[number]) =>
    [tab.name, each.section?.name || t.unnamed].filter(Boolean).join(' › ')
  const keyOf = ({ part: each }: (typeof parts)[number]) => each.at.join('.')
  return (
    <Select
      label={t.section}
      data={parts.map((each) => ({ value: keyOf(each), label: nameOf(each) }))}
      value={part.at.join('.')}
      allowDeselect={false}
      onChange={(next) => {
        const to = parts.find((each) => keyOf(each) === next)?.part
        if (!to || to.at.join('.') === part.at.join('.')) return
        draft.edit(moveEdits(file, { from: part, index: place, to, place: to.rows.length }))
      }}
    />
  )
}
