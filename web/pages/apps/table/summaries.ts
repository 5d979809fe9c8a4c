import type { App } from './fields.ts'

/** What a column can be asked for. */
export type Summary = NonNullable<App['views'][number]['summaries']>[string]

/** Most useful first. */
export const SUMMARIES: readonly Summary[] = ['sum', 'avg', 'min', 'max', 'count']

const ADDED_UP = ['INTEGER', 'FLOAT', 'MONEY', 'DURATION']
const IN_ORDER = [...ADDED_UP, 'DATETIME', 'STRING', 'LINK']

/** What there is of a type; how many have a value is known of each. */
export const summariesOf = (type: string): Summary[] =>
  SUMMARIES.filter((of) => {
    if (of === 'count') return true
    return (of === 'sum' || of === 'avg' ? ADDED_UP : IN_ORDER).includes(type)
  })
