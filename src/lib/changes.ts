import { isDeepStrictEqual } from 'node:util'

/** The changed values before and after. */
export type Changes = Record<string, { before: unknown; after: unknown }>

/** The new values that differ from those of the row; undefined ones are ignored. */
export function differences<Row extends object, Values extends Partial<Row>>(
  row: Row,
  wanted: Values,
): Partial<Values> {
  const isNew = ([key, value]: [string, unknown]) =>
    value !== undefined && !isDeepStrictEqual(value, row[key as keyof Row])
  return Object.fromEntries(Object.entries(wanted).filter(isNew)) as Partial<Values>
}

export const isEmpty = (value: object): boolean => Object.keys(value).length === 0

/** The data of a change event. */
export const changesOf = <Row extends object>(row: Row, changed: object): Changes =>
  Object.fromEntries(
    Object.entries(changed).map(([key, after]) => [key, { before: row[key as keyof Row], after }]),
  )
