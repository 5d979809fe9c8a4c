/** What can be computed of many values, and the periods that times are gathered by. */
export const FUNCTIONS = ['count', 'sum', 'avg', 'min', 'max'] as const
export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const

const ADDED_UP = ['INTEGER', 'FLOAT', 'MONEY', 'DURATION']
const IN_ORDER = [...ADDED_UP, 'DATETIME', 'STRING', 'LINK']

/** Which types a function computes with; `count` takes any. */
export const COMPUTED: Record<(typeof FUNCTIONS)[number], readonly string[] | undefined> = {
  count: undefined,
  sum: ADDED_UP,
  avg: ADDED_UP,
  min: IN_ORDER,
  max: IN_ORDER,
}

/** A time of day is in no month. */
export const hasPeriods = ({ type, kind }: { type: string; kind?: unknown }): boolean =>
  type === 'DATETIME' && kind !== 'time'
