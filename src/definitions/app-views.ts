import { z } from 'zod'
import { FUNCTIONS } from '../fields/computed.ts'
import { Code, Name } from '../lib/codes.ts'
import { naming } from '../lib/naming.ts'
import { Condition } from './forms.ts'
import { widgetTypes } from './widgets.ts'

const MOST_COLOURS = 20
/** As many as one request computes, besides the number of rows. */
const MOST_SUMMARIES = 9

export const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'violet', 'gray'] as const

const named = { name: Name }
const Field = naming(Code, 'field')
const { app: _, size: __, ...list } = widgetTypes.list.shape
const { app: ___, ...board } = widgetTypes.board.shape
const { app: ____, ...calendar } = widgetTypes.calendar.shape
const { columns, ...items } = list
const colourBy = {
  colourBy: Field.optional().describe(
    'a choice, a yes-or-no field or __status: one colour for each value',
  ),
}
const colours = {
  colours: z
    .array(
      z.strictObject({
        when: Condition.describe(
          'over the values of the item and `now`: CEL, or a tree of conditions as in filters',
        ),
        colour: z.enum(COLOURS),
      }),
    )
    .max(MOST_COLOURS)
    .optional()
    .describe('colours of items by a condition; the first one that holds decides'),
}

const Table = z.strictObject({
  ...named,
  type: z.literal('table'),
  columns,
  ...items,
  groupBy: Field.optional().describe('rows of one status, choice, person or link stand together'),
  summaries: z
    .record(Field, z.enum(FUNCTIONS))
    .refine(
      (given) => Object.keys(given).length <= MOST_SUMMARIES,
      `expected at most ${MOST_SUMMARIES}`,
    )
    .optional()
    .describe('what is computed below a column, of all rows and of each group'),
  ...colours,
})

const Board = z.strictObject({
  ...named,
  type: z.literal('board'),
  ...board,
  sort: list.sort,
  group: naming(Code, 'statusGroup').optional().describe('group of statuses; absent = all of them'),
  groupBy: Field.optional().describe('a choice whose options are the columns; absent = the status'),
  lanes: Field.optional().describe(
    'a person, choice, link or yes-or-no field: a row for each value',
  ),
  limits: z
    .record(naming(Code, 'status'), z.int().min(1).max(10_000))
    .optional()
    .describe('how many cards a column should have at most, by the code of the status or option'),
  ...colourBy,
  ...colours,
})

/** A way to look at the items of an app, the same for everybody. */
export const AppView = z.discriminatedUnion('type', [
  Table,
  Board,
  z.strictObject({ ...named, type: z.literal('calendar'), ...calendar, ...colourBy, ...colours }),
  z.strictObject({
    ...named,
    type: z.literal('timeline'),
    ...calendar,
    sort: list.sort,
    zoom: z.enum(['day', 'week', 'month']).optional().describe('absent = week'),
    ...colourBy,
    ...colours,
  }),
  z.strictObject({
    ...named,
    type: z.literal('gallery'),
    ...items,
    image: Field.optional().describe('a picture or a file; absent = the first picture'),
    card: z.array(Field).optional().describe('what is said below the name'),
    ...colours,
  }),
])
export type AppView = z.output<typeof AppView>
