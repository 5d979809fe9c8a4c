import { Button, CloseButton, Input as Frame, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTexts } from '../texts/index.ts'
import { CellInput, CellValue } from './cells.tsx'
import type { Field } from './field.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None, settingOf } from './parts.tsx'
import classes from './table.module.css'

type Row = { __id?: string; [code: string]: unknown }
type Rows = { rows: Row[]; result?: Record<string, unknown> | null }

const columnsOf = (field: Field): Field[] => settingOf<Field[]>(field, 'fields') ?? []
const isNumber = ({ type }: Field) => ['INTEGER', 'FLOAT', 'MONEY', 'DURATION'].includes(type)
const numberMark = (field: Field) => (isNumber(field) ? { 'data-number': true } : {})

function Heads({ columns, isEdited = false }: { columns: Field[]; isEdited?: boolean }) {
  return columns.map((column) => (
    <th key={column.code} scope="col" {...numberMark(column)}>
      {column.view.name}
      {isEdited && column.required && ' *'}
    </th>
  ))
}

function View({ field, value, isShort = false }: ViewProps) {
  const t = useTexts()
  const { rows = [], result } = (value ?? {}) as Partial<Rows>
  const columns = columnsOf(field)
  if (rows.length === 0) return <None />
  if (isShort) return <>{t.items.values.rows(rows.length)}</>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={classes.scroll} tabIndex={0} aria-label={field.view.name}>
      <table className={classes.table}>
        <thead>
          <tr>
            <Heads columns={columns} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.__id ?? at}>
              {columns.map((column) => (
                <td key={column.code} {...numberMark(column)}>
                  <CellValue field={column} value={row[column.code]} isShort />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {result && rows.length > 1 && <Totals columns={columns} result={result} />}
      </table>
    </section>
  )
}

/** A share such as a discount has bounds, and a sum of shares tells nobody anything. */
const isShare = ({ data }: Field) => data.min !== undefined && data.max !== undefined

function Totals({ columns, result }: { columns: Field[]; result: Record<string, unknown> }) {
  const t = useTexts()
  return (
    <tfoot>
      <tr>
        {columns.map((column, at) => {
          const total = result[column.code]
          return (
            <td key={column.code} {...numberMark(column)}>
              {total !== null && total !== undefined && !isShare(column) ? (
                <CellValue field={column} value={total} isShort />
              ) : (
                at === 0 && <Text inherit>{t.items.values.total}</Text>
              )}
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}

function Input(props: InputProps) {
  const t = useTexts()
  const { field, value, onChange } = props
  const { label, error, description, required, disabled } = captionOf(props)
  const { rows = [] } = (value ?? {}) as Partial<Rows>
  const columns = columnsOf(field)
  const change = (next: Row[]) => onChange({ rows: next })
  const set = (at: number, code: string, cell: unknown) =>
    change(rows.map((row, index) => (index === at ? { ...row, [code]: cell } : row)))
  const blank = () =>
    Object.fromEntries(columns.map((column) => [column.code, column.defaultValue ?? null]))
  return (
    <Frame.Wrapper
      label={label}
      error={error}
      description={description}
      required={required}
      labelElement="div"
    >
      {rows.length > 0 && (
        <div className={classes.scroll}>
          <table className={`${classes.table} ${classes.edit}`} aria-label={field.view.name}>
            <thead>
              <tr>
                <Heads columns={columns} isEdited />
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={row.__id ?? `new ${at}`}>
                  {columns.map((column) => (
                    <td key={column.code} data-type={column.type}>
                      <CellInput
                        field={column}
                        value={row[column.code]}
                        onChange={(cell) => set(at, column.code, cell)}
                        isDisabled={disabled}
                      />
                    </td>
                  ))}
                  <td>
                    <CloseButton
                      aria-label={t.items.input.removeRow(at + 1)}
                      disabled={disabled}
                      onClick={() => change(rows.filter((_, index) => index !== at))}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div>
        <Button
          variant="subtle"
          color="gray"
          disabled={disabled}
          leftSection={<IconPlus size={14} stroke={1.6} />}
          onClick={() => change([...rows, blank()])}
        >
          {t.items.input.addRow}
        </Button>
      </div>
    </Frame.Wrapper>
  )
}

export const table: FieldKind = { View, Input }
