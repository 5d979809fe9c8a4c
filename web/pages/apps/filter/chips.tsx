import { ActionIcon, Button, UnstyledButton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { Field } from '../../../fields/field.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import { familyOf, isPeriod } from './families.ts'
import classes from './filter.module.css'
import type { Filtered } from './filter-panel.tsx'
import { type Condition, isGroup, NOTHING, needsValue, type Part } from './model.ts'
import { optionsOf } from './value-input.tsx'

type ChipsProps = {
  fields: Field[]
  view: Filtered
  onChange: (part: Partial<Filtered>) => void
  onOpen: () => void
}

/** Above the table: what the list is limited to, each part to be taken away. */
export function Chips({ fields, view, onChange, onOpen }: ChipsProps) {
  const t = useTexts()
  const { filter, eql } = view
  if (!eql && filter.parts.length === 0) return null
  const without = (at: number) =>
    onChange({ filter: { ...filter, parts: filter.parts.toSpliced(at, 1) } })
  return (
    <ul className={classes.chips} aria-label={t.apps.filter.title}>
      {eql ? (
        <Chip onOpen={onOpen} onRemove={() => onChange({ eql: '' })}>
          <code>{eql}</code>
        </Chip>
      ) : (
        filter.parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their position
          <Chip key={at} onOpen={onOpen} onRemove={() => without(at)}>
            {at > 0 && filter.isAny && <em>{t.apps.filter.or} </em>}
            <PartText part={part} fields={fields} />
          </Chip>
        ))
      )}
      <li>
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          onClick={() => onChange({ filter: NOTHING, eql: '' })}
        >
          {t.apps.filter.clear}
        </Button>
      </li>
    </ul>
  )
}

type ChipProps = { onOpen: () => void; onRemove: () => void; children: React.ReactNode }

function Chip({ onOpen, onRemove, children }: ChipProps) {
  const t = useTexts()
  return (
    <li className={classes.chip}>
      <UnstyledButton className={classes.text} onClick={onOpen}>
        {children}
      </UnstyledButton>
      <ActionIcon
        variant="transparent"
        color="gray"
        size="xs"
        aria-label={t.apps.filter.removeCondition}
        onClick={onRemove}
      >
        <IconX size={12} />
      </ActionIcon>
    </li>
  )
}

/** A condition in words; a group as one. */
function PartText({ part, fields }: { part: Part; fields: Field[] }) {
  const t = useTexts()
  if (!isGroup(part)) return <ToldCondition condition={part} fields={fields} />
  return part.parts.map((each, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their position
    <span key={at}>
      {at > 0 && <em> {part.isAny ? t.apps.filter.or : t.apps.filter.and} </em>}
      <PartText part={each} fields={fields} />
    </span>
  ))
}

function ToldCondition({ condition, fields }: { condition: Condition; fields: Field[] }) {
  const t = useTexts()
  const { operator } = condition
  const field = fields.find(({ code }) => code === condition.field)
  return (
    <>
      {field?.view.name ?? condition.field} <em>{t.apps.filter.operators[operator]}</em>
      {field && needsValue(operator) && (
        <>
          {' '}
          <Value field={field} value={condition.value} />
        </>
      )}
    </>
  )
}

function Value({ field, value }: { field: Field; value: unknown }) {
  const t = useTexts()
  const language = useLanguage()
  if (isPeriod(value)) return t.apps.filter.periods[value]
  const family = familyOf(field)
  if (family === 'choice' || family === 'status') {
    const names = new Map(optionsOf(field).map((option) => [option.value, option.label]))
    return [value]
      .flat()
      .map((each) => names.get(String(each)) ?? String(each))
      .join(', ')
  }
  if (family === 'people' || family === 'links') return <FieldValue field={field} value={value} />
  if (family === 'date') {
    const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
    const date = new Date(String(value))
    return Number.isNaN(date.getTime()) ? String(value) : day.format(date)
  }
  if (field.type === 'DURATION') return <FieldValue field={field} value={value} />
  return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : `“${value}”`
}
