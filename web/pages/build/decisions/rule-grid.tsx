import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconDots,
  IconPlus,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useBuildTexts } from '../texts.ts'
import { CellInput } from './cell-input.tsx'
import classes from './decisions.module.css'
import * as edits from './edits.ts'
import { moveInGrid } from './grid-keys.ts'
import type { Cell, Rule, Table } from './table.ts'

type RuleGridProps = {
  table: Table
  /** By the id of a cell, a column or a rule. */
  problems: ReadonlyMap<string, string>
  onChange: (edit: edits.TableEdit) => void
}

type Column = { title: string; hint: string; id: string; part: 'inputs' | 'outputs'; at: number }

/** The rules of a table, a row for each. */
export function RuleGrid({ table, problems, onChange }: RuleGridProps) {
  const t = useBuildTexts().decisions
  const columns: Column[] = [
    ...table.inputs.map(({ label, expression, id }, at) => ({
      ...{ title: label || expression || t.input, hint: expression, id, at },
      part: 'inputs' as const,
    })),
    ...table.outputs.map(({ label, name, id }, at) => ({
      ...{ title: label || name || t.output, hint: name, id, at },
      part: 'outputs' as const,
    })),
  ]
  const addBelow = (row: number) => onChange(edits.addRule(row))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the inputs in it
    <div className={classes.scroll} onKeyDown={(event) => moveInGrid(event, addBelow)}>
      <table className={classes.grid} aria-label={table.name}>
        <thead>
          <tr>
            <th>{t.rule}</th>
            {columns.map((column) => (
              <ColumnTitle
                key={`${column.part} ${column.at}`}
                column={column}
                problem={problems.get(column.id)}
                canRemove={table[column.part].length > 1}
                onRemove={() => onChange(edits.removeColumn(column.part, column.at))}
              />
            ))}
            {table.notes.map((note, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: notes may have the same name
              <th key={`${note} ${at}`}>{note || t.note}</th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {table.rules.map((rule, row) => (
            <RuleRow
              // biome-ignore lint/suspicious/noArrayIndexKey: ids may be missing, and inputs keep their focus
              key={row}
              {...{ rule, row, columns, problems, onChange }}
              table={table}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type ColumnTitleProps = {
  column: Column
  problem: string | undefined
  canRemove: boolean
  onRemove: () => void
}

function ColumnTitle({ column, problem, canRemove, onRemove }: ColumnTitleProps) {
  const t = useBuildTexts().decisions
  const { title, hint, part } = column
  return (
    <th
      data-output={part === 'outputs' || undefined}
      data-wrong={problem !== undefined || undefined}
    >
      <div className={classes.head}>
        <span>
          {title}
          {hint !== title && <small>{hint}</small>}
          {problem && <small className={classes.wrong}>{problem}</small>}
        </span>
        {canRemove && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={t.removeColumn(title)}
            onClick={onRemove}
          >
            <IconX size={14} stroke={1.6} />
          </ActionIcon>
        )}
      </div>
    </th>
  )
}

/** Blanks around what a cell says mean nothing. */
const trimmed = (text: string) => text.trim()

type RuleRowProps = RuleGridProps & { rule: Rule; row: number; columns: Column[] }

function RuleRow({ table, rule, row, columns, problems, onChange }: RuleRowProps) {
  const t = useBuildTexts().decisions
  const cells = (part: edits.CellPosition['part'], all: readonly Cell[], titles: string[]) =>
    all.map(({ id, text }, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other name
      <td key={column} data-output={part === 'results' || undefined}>
        <CellInput
          label={t.cell(row + 1, titles[column] || t.note)}
          value={text}
          spell={trimmed}
          row={row}
          column={`${part}${column}`}
          problem={id === rule.id ? undefined : problems.get(id)}
          onChange={(value) => onChange(edits.setCell({ row, part, column }, value))}
        />
      </td>
    ))
  const titles = (part: Column['part']) =>
    columns.filter((each) => each.part === part).map(({ title }) => title)
  const wrong = [rule, ...rule.when, ...rule.results].flatMap(({ id }) => problems.get(id) ?? [])
  return (
    <>
      <tr data-wrong={wrong.length > 0 || undefined}>
        <th scope="row">{row + 1}</th>
        {cells('when', rule.when, titles('inputs'))}
        {cells('results', rule.results, titles('outputs'))}
        {cells('notes', rule.notes, table.notes)}
        <td>
          <RuleMenu row={row} last={table.rules.length - 1} onChange={onChange} />
        </td>
      </tr>
      {wrong.length > 0 && (
        <tr>
          <td
            colSpan={columns.length + table.notes.length + 2}
            className={classes.wrong}
            role="alert"
          >
            {t.ruleOf(row + 1)}: {[...new Set(wrong)].join('; ')}
          </td>
        </tr>
      )}
    </>
  )
}

type RuleMenuProps = Pick<RuleGridProps, 'onChange'> & { row: number; last: number }

function RuleMenu({ row, last, onChange }: RuleMenuProps) {
  const t = useBuildTexts().decisions
  const items = [
    { label: t.addBelow, Icon: IconPlus, edit: edits.addRule(row) },
    { label: t.duplicate, Icon: IconCopy, edit: edits.copyRule(row) },
    ...(row > 0 ? [{ label: t.up, Icon: IconArrowUp, edit: edits.swapRules(row - 1, row) }] : []),
    ...(row < last
      ? [{ label: t.down, Icon: IconArrowDown, edit: edits.swapRules(row, row + 1) }]
      : []),
    { label: t.removeRule, Icon: IconTrash, edit: edits.removeRule(row) },
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.ruleOf(row + 1)}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, Icon, edit }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} stroke={1.6} />}
            onClick={() => onChange(edit)}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
