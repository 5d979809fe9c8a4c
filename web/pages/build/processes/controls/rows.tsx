import { ActionIcon, Button, Group, Input, Select, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { CheckboxField } from '../../../../components/controls.tsx'
import { useBuildTexts } from '../../texts.ts'
import type { Choice } from '../known.ts'
import type { Cells } from '../settings/place.ts'
import classes from './controls.module.css'
import { SuggestField, TextField } from './texts.tsx'

type ListProps = { label: string; rows: Cells[]; onChange: (rows: Cells[]) => void }
export type RowsProps = ListProps & { variables: readonly Choice[] }

/** The fields of a form. */
export function FormRows(props: RowsProps) {
  const { cells: t } = useBuildTexts().processes
  return (
    <Rows {...props} empty={{ code: '' }}>
      {(row, change) => (
        <>
          <SuggestField
            label={t.code}
            choices={props.variables}
            value={textIn(row, 'code')}
            onChange={(code) => change({ code })}
          />
          <TextField
            label={t.name}
            value={textIn(row, 'name')}
            onChange={(name) => change({ name })}
          />
          <TextField
            label={t.tooltip}
            value={textIn(row, 'tooltip')}
            onChange={(tooltip) => change({ tooltip })}
          />
          <TextField
            label={t.display}
            value={textIn(row, 'display')}
            onChange={(display) => change({ display })}
          />
          <Group gap="md">
            {(['required', 'readonly'] as const).map((name) => (
              <CheckboxField
                key={name}
                size="xs"
                label={t[name]}
                value={row[name] === true}
                onChange={(isOn) => change({ [name]: isOn })}
              />
            ))}
          </Group>
        </>
      )}
    </Rows>
  )
}

/** What goes into a step, and what comes out of it. */
export function MappingRows(props: RowsProps) {
  const { cells: t } = useBuildTexts().processes
  return (
    <Rows {...props} empty={{ direction: 'in', source: '', target: '' }}>
      {(row, change) => (
        <>
          <Select
            size="xs"
            label={t.direction}
            allowDeselect={false}
            data={[
              { value: 'in', label: t.in },
              { value: 'out', label: t.out },
            ]}
            value={row.direction === 'out' ? 'out' : 'in'}
            onChange={(direction) => change({ direction: direction ?? 'in' })}
          />
          {(['source', 'target'] as const).map((name) => (
            <SuggestField
              key={name}
              label={t[name]}
              choices={props.variables}
              value={textIn(row, name)}
              onChange={(value) => change({ [name]: value })}
            />
          ))}
        </>
      )}
    </Rows>
  )
}

type Body = (row: Cells, change: (cells: Cells) => void) => React.ReactNode

export function Rows({
  label,
  rows,
  empty,
  onChange,
  children,
}: ListProps & { empty: Cells; children: Body }) {
  const { cells: t } = useBuildTexts().processes
  const move = (from: number, to: number) => {
    const [moved] = rows.slice(from, from + 1)
    if (moved && rows[to]) onChange(rows.toSpliced(from, 1).toSpliced(to, 0, moved))
  }
  return (
    <Input.Wrapper label={label} labelElement="div" size="xs">
      <Stack gap={6}>
        {rows.length === 0 && <Text className={classes.quiet}>{t.empty}</Text>}
        {rows.map((row, at) => (
          <div key={keyOf(rows, at)} className={classes.row}>
            {children(row, (cells) => onChange(rows.with(at, { ...row, ...cells })))}
            <Group gap={2} justify="end">
              <RowAction
                label={t.up(t.row(at + 1))}
                onClick={() => move(at, at - 1)}
                isDisabled={at === 0}
              >
                <IconArrowUp size={14} />
              </RowAction>
              <RowAction
                label={t.down(t.row(at + 1))}
                onClick={() => move(at, at + 1)}
                isDisabled={at === rows.length - 1}
              >
                <IconArrowDown size={14} />
              </RowAction>
              <RowAction
                label={t.remove(t.row(at + 1))}
                onClick={() => onChange(rows.toSpliced(at, 1))}
              >
                <IconTrash size={14} />
              </RowAction>
            </Group>
          </div>
        ))}
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={12} />}
          onClick={() => onChange([...rows, empty])}
        >
          {`${t.add}: ${label}`}
        </Button>
      </Stack>
    </Input.Wrapper>
  )
}

/** Rows have no names of their own: the same content twice is told apart by its number. */
const keyOf = (rows: Cells[], at: number): string => `${rows.length}:${at}`

type RowActionProps = {
  label: string
  isDisabled?: boolean
  onClick: () => void
  children: React.ReactNode
}

function RowAction({ label, isDisabled = false, onClick, children }: RowActionProps) {
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  )
}

export const textIn = (row: Cells, name: string): string => String(row[name] || '')
