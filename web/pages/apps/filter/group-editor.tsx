import { ActionIcon, Button, Group as Line, SegmentedControl, Select, Stack } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import { operatorsOf as operatorsOfLists } from './families.ts'
import classes from './filter.module.css'
import { type Condition, type Group, isGroup, NOTHING, type Operator, type Part } from './model.ts'
import { ValueInput } from './value-input.tsx'

const DEEPEST = 3

type GroupProps = {
  group: Group
  fields: Field[]
  onChange: (group: Group) => void
  onRemove?: () => void
  /** Absent: all that lists can be asked. */
  operatorsOf?: OperatorsOf
  /** What the values may be compared with beside values. */
  parameters?: readonly Field[]
  depth?: number
}

type OperatorsOf = (field: Field) => readonly Operator[]

/** Conditions of which all or any must hold; groups nest. */
export function GroupEditor({
  group,
  fields,
  onChange,
  onRemove,
  operatorsOf = operatorsOfLists,
  parameters = [],
  depth = 1,
}: GroupProps) {
  const t = useTexts()
  const { isAny, parts } = group
  const setParts = (next: Part[]) => onChange({ isAny, parts: next })
  const first = fields[0]
  const begun: Condition = {
    field: first?.code ?? '',
    operator: (first && operatorsOf(first)[0]) ?? 'filled',
  }
  return (
    <Stack gap={8} className={depth > 1 ? classes.group : undefined}>
      {(parts.length > 1 || depth > 1) && (
        <Line gap="xs">
          <SegmentedControl
            size="xs"
            aria-label={t.apps.filter.combine}
            data={[
              { value: 'and', label: t.apps.filter.all },
              { value: 'or', label: t.apps.filter.any },
            ]}
            value={isAny ? 'or' : 'and'}
            onChange={(next) => onChange({ isAny: next === 'or', parts })}
          />
          {onRemove && <Remove label={t.apps.filter.removeGroup} onClick={onRemove} />}
        </Line>
      )}
      {parts.map((part, at) => {
        const change = (next: Part) => setParts(parts.with(at, next))
        const remove = () => setParts(parts.toSpliced(at, 1))
        // Conditions have no name but their position.
        const shared = { fields, operatorsOf, parameters, onRemove: remove }
        return isGroup(part) ? (
          <GroupEditor
            key={String(at)}
            {...shared}
            group={part}
            onChange={change}
            depth={depth + 1}
          />
        ) : (
          <ConditionEditor key={String(at)} {...shared} condition={part} onChange={change} />
        )
      })}
      <Line gap="xs">
        <Add label={t.apps.filter.addCondition} onClick={() => setParts([...parts, begun])} />
        {depth < DEEPEST && (
          <Add
            label={t.apps.filter.addGroup}
            onClick={() => setParts([...parts, { ...NOTHING, isAny: !isAny, parts: [begun] }])}
          />
        )}
      </Line>
    </Stack>
  )
}

const Add = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="subtle" size="compact-xs" leftSection={<IconPlus size={14} />} onClick={onClick}>
    {label}
  </Button>
)

const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
    <IconX size={14} />
  </ActionIcon>
)

type ConditionProps = {
  condition: Condition
  fields: Field[]
  operatorsOf: OperatorsOf
  parameters: readonly Field[]
  onChange: (condition: Condition) => void
  onRemove: () => void
}

function ConditionEditor(props: ConditionProps) {
  const { condition, fields, operatorsOf, parameters, onChange, onRemove } = props
  const t = useTexts()
  const field = fields.find(({ code }) => code === condition.field)
  const operators = field ? operatorsOf(field) : []
  const chooseField = (code: string | null) => {
    const next = fields.find((each) => each.code === code)
    if (next) onChange({ field: next.code, operator: operatorsOf(next)[0] ?? 'filled' })
  }
  return (
    <div className={classes.condition}>
      <Select
        size="xs"
        aria-label={t.apps.filter.field}
        data={fields.map(({ code, view }) => ({ value: code, label: view.name }))}
        value={condition.field}
        onChange={chooseField}
        searchable
        allowDeselect={false}
      />
      <Select
        size="xs"
        aria-label={t.apps.filter.operator}
        data={operators.map((value) => ({ value, label: t.apps.filter.operators[value] }))}
        value={condition.operator}
        allowDeselect={false}
        onChange={(next) => next && onChange(withOperator(condition, next as Operator))}
      />
      <div className={classes.value}>
        {field && (
          <ValueInput
            field={field}
            condition={condition}
            parameters={parameters}
            onChange={(value) => onChange({ ...condition, value })}
          />
        )}
      </div>
      <Remove label={t.apps.filter.removeCondition} onClick={onRemove} />
    </div>
  )
}

/** A period is no date, and a date no period; every other value stays when the operator changes. */
function withOperator({ field, operator, value }: Condition, next: Operator): Condition {
  const isKept = (operator === 'within') === (next === 'within')
  return { field, operator: next, ...(isKept && value !== undefined && { value }) }
}
