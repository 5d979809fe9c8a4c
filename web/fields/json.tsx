import { Code, JsonInput, Text } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { captionOf, None } from './parts.tsx'
import classes from './table.module.css'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const MOST_SHORT = 3

/** What a cell has room for: the first entries of it. */
function shortOf(value: unknown): string {
  if (Array.isArray(value)) return value.slice(0, MOST_SHORT).map(textOf).join(', ')
  if (!isObject(value)) return textOf(value)
  const entries = Object.entries(value)
  const words = entries.slice(0, MOST_SHORT).map(([key, each]) => `${key}: ${textOf(each)}`)
  return [...words, ...(entries.length > MOST_SHORT ? ['…'] : [])].join(', ')
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value ?? null)

function View({ field, value, isShort = false }: ViewProps) {
  if (value === null || value === undefined) return <None />
  if (isShort) {
    return (
      <Text component="span" inherit truncate>
        {shortOf(value)}
      </Text>
    )
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) {
    return <Rows name={field.view.name} rows={value} />
  }
  if (isObject(value) && Object.keys(value).length > 0) {
    return <Pairs name={field.view.name} value={value} />
  }
  return <Code block>{JSON.stringify(value, null, 2)}</Code>
}

/** Its keys and their values, one below the other. */
function Pairs({ name, value }: { name: string; value: Json }) {
  return (
    <table className={classes.table} aria-label={name}>
      <tbody>
        {Object.entries(value).map(([key, each]) => (
          <tr key={key}>
            <th scope="row">{key}</th>
            <td>
              <Cell name={key} value={each} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Objects that are alike are rows; each key is a column. */
function Rows({ name, rows }: { name: string; rows: Json[] }) {
  const keys = [...new Set(rows.flatMap(Object.keys))]
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={classes.scroll} tabIndex={0} aria-label={name}>
      <table className={classes.table}>
        <thead>
          <tr>
            {keys.map((key) => (
              <th key={key} scope="col">
                {key}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
            <tr key={at}>
              {keys.map((key) => (
                <td key={key} {...(typeof row[key] === 'number' && { 'data-number': true })}>
                  <Cell name={key} value={row[key]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ name, value }: { name: string; value: unknown }) {
  const t = useTexts().frame.values
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (value === null || value === undefined || value === '') return <None />
  if (isObject(value) && Object.keys(value).length > 0) return <Pairs name={name} value={value} />
  if (Array.isArray(value) && !value.some(isObject)) return value.map(textOf).join(', ')
  return textOf(value)
}

const sourceOf = (value: unknown) =>
  value === null || value === undefined ? '' : JSON.stringify(value, null, 2)

function read(text: string): { value: unknown } | undefined {
  try {
    return { value: text.trim() === '' ? null : JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The value follows the text as long as the text is JSON. */
function Input(props: InputProps) {
  const t = useTexts()
  const [text, setText] = useState(() => sourceOf(props.value))
  return (
    <JsonInput
      {...captionOf(props)}
      error={props.error ?? (read(text) ? undefined : t.items.input.notJson)}
      value={text}
      onChange={(next) => {
        setText(next)
        const json = read(next)
        if (json) props.onChange(json.value)
      }}
      autosize
      minRows={3}
      maxRows={16}
    />
  )
}

export const json: FieldKind = { View, Input }
