import { z } from 'zod'
import { checkNames, fieldsOf, WrongArgument } from '../fields.ts'
import { compact, toPage } from '../size.ts'
import { App, closed, type Kontor, placeOf, type Result, tool } from '../tool.ts'

const Input = closed({
  source: z.enum(['items', 'tasks', 'instances', 'users', 'channels']),
  app: App.optional().describe('for items: workspace/app'),
  process: z.string().max(400).optional().describe('for instances: path of the process'),
  where: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'field → value that it equals or contains; {"min": …, "max": …} for numbers and dates',
    ),
  eql: z
    .string()
    .max(5000)
    .optional()
    .describe("instead: such as [amount] > 100 and [city] = 'Oslo'"),
  statuses: z.array(z.string()).max(100).optional().describe('codes of statuses, for items'),
  fields: z.array(z.string()).max(100).optional().describe('codes to answer; absent = all'),
  sort: z
    .array(z.strictObject({ field: z.string(), descending: z.boolean().default(false) }))
    .max(5)
    .optional(),
  groupBy: z.string().optional().describe('for items: count by this field instead of listing'),
  sum: z.string().optional().describe('with groupBy: also the sum of this field'),
  limit: z.int().min(1).max(100).default(20),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .describe('nextCursor of the answer before'),
})
type Input = z.output<typeof Input>

export const list = tool({
  name: 'kontor_list',
  title: 'List',
  description:
    'List items of an app, your tasks, running processes, people or channels; filtered, sorted, counted. `total` is how many there are in all.',
  does: 'read',
  input: Input,
  run: async (connect, input) => {
    const kontor = connect()
    if (input.source === 'items') return listItems(kontor, input)
    const { result } = await rowsOf(kontor, input)
    return page(result, input)
  },
})

type Listed = { result: Record<string, unknown>[]; total: number | null }

const page = ({ result, total }: Listed, input: Input): Result =>
  toPage({ rows: result.map(compact), total, from: fromOf(input) })

const fromOf = ({ cursor }: Input): number => Number(cursor ?? 0)

const requestOf = ({ where, eql, fields, sort = [], limit, ...rest }: Input) => ({
  active: true,
  filter: eql !== undefined ? { eql: { query: eql } } : where ? { tf: where } : {},
  fields: fields
    ? Object.fromEntries(['__id', '__name', '__version', ...fields].map((each) => [each, true]))
    : {},
  sortExpressions: sort.map(({ field, descending }) => ({ field, ascending: !descending })),
  from: Number(rest.cursor ?? 0),
  size: limit,
})

function rowsOf(kontor: Kontor, input: Input): Promise<{ result: Listed }> {
  const request = requestOf(input)
  switch (input.source) {
    case 'tasks':
      return kontor.tasks.listIncoming({ input: request })
    case 'users':
      return kontor.users.list({ input: request })
    case 'channels':
      return kontor.messages.listChannels({ input: { from: request.from, size: request.size } })
    default: {
      if (!input.process) throw new WrongArgument('"process" is missing: which instances?')
      return kontor.bpm.listByTemplate({ params: placeOf(input.process), input: request })
    }
  }
}

async function listItems(kontor: Kontor, input: Input): Promise<Result> {
  if (!input.app) throw new WrongArgument('"app" is missing: items of which app?')
  const params = placeOf(input.app)
  const { fields } = await fieldsOf(kontor, params)
  const known = fields.map(({ code }) => code)
  const used = [
    ...Object.keys(input.where ?? {}),
    ...(input.fields ?? []),
    input.groupBy,
    input.sum,
  ]
  checkNames(
    known,
    used.filter((each) => each !== undefined),
  )
  const statusCode = input.statuses && { statusCode: input.statuses }
  const request = { ...requestOf(input), ...statusCode }
  if (input.groupBy !== undefined) {
    const values = [
      { function: 'count' as const },
      ...(input.sum ? [{ function: 'sum' as const, field: input.sum }] : []),
    ]
    const { groups } = await kontor.apps.aggregate({
      params,
      input: {
        filter: request.filter,
        ...statusCode,
        groupBy: [{ field: input.groupBy }],
        values,
        order: 'value',
        size: input.limit,
      },
    })
    const rows = groups.map(({ keys: [key], values: [count, sum] }) => ({
      key,
      count,
      ...(input.sum && { sum }),
    }))
    return toPage({ rows, total: null, from: 0 })
  }
  const { result } = await kontor.apps.listItems({ params, input: request })
  return page(result, input)
}
