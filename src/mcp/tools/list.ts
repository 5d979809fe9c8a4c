import { z } from 'zod'
import { isId } from '../../lib/ids.ts'
import { checkNames, fieldsOf, WrongArgument } from '../fields.ts'
import { findNames, linksOf, withNames } from '../names.ts'
import { compact, toPage } from '../size.ts'
import { App, closed, cursor, type Kontor, placeOf, type Result, tool } from '../tool.ts'

const Input = closed({
  source: z.enum(['items', 'tasks', 'instances', 'users', 'channels']),
  app: App.optional().describe('for items: workspace/app'),
  process: z
    .string()
    .max(400)
    .optional()
    .describe('for instances: path of one process; absent = of all'),
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
  cursor,
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
    return withNames(kontor, page(result, input))
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
      if (!input.process) return listInstances(kontor, input)
      return kontor.bpm.listByTemplate({ params: placeOf(input.process), input: request })
    }
  }
}

async function listInstances(kontor: Kontor, input: Input): Promise<{ result: Listed }> {
  const { where, eql, fields, sort } = input
  if (where ?? eql ?? fields ?? sort)
    throw new WrongArgument('"process" is missing: only the instances of one are filtered')
  const { instances, total } = await kontor.processes.instances({
    input: { from: fromOf(input), size: input.limit },
  })
  return { result: { result: instances, total } }
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
  if (input.groupBy !== undefined) return group(kontor, input, fields)
  const { result } = await kontor.apps.listItems({ params, input: request })
  return withNames(kontor, page(result, input), linksOf(fields))
}

type Fields = Awaited<ReturnType<typeof fieldsOf>>['fields']

async function group(kontor: Kontor, input: Input, fields: Fields): Promise<Result> {
  const { app = '', groupBy = '', sum, statuses, limit } = input
  const params = placeOf(app)
  const { groups } = await kontor.apps.aggregate({
    params,
    input: {
      filter: requestOf(input).filter,
      ...(statuses && { statusCode: statuses }),
      groupBy: [{ field: groupBy }],
      values: [{ function: 'count' }, ...(sum ? [{ function: 'sum' as const, field: sum }] : [])],
      order: 'value',
      size: limit,
    },
  })
  const nameOf = await namesOfKeys(kontor, params, {
    field: fields.find(({ code }) => code === groupBy),
    keys: groups.map(({ keys }) => keys[0]),
  })
  const rows = groups.map(({ keys: [key], values: [count, total] }) =>
    compact({ key, name: nameOf(key), count, ...(sum && { sum: total }) }),
  )
  return toPage({ rows, total: null, from: 0 })
}

type Keys = { field: Fields[number] | undefined; keys: readonly unknown[] }

/** What a group is called: its status, option, person or item. */
async function namesOfKeys(
  kontor: Kontor,
  params: { namespace: string; code: string },
  { field, keys }: Keys,
): Promise<(key: unknown) => string | null> {
  if (field?.type === 'STATUS') {
    const { statusItems } = await kontor.apps.statusSettings({ params })
    const names = new Map(statusItems.map(({ id, name }) => [id, name]))
    return (key) => names.get(statusOf(key)) ?? null
  }
  const source = field?.type === 'SYS_COLLECTION' ? linksOf([field])[field.code] : 'people'
  const ids = keys.flat().filter((key) => typeof key === 'string' && isId(key)) as string[]
  const names = await findNames(kontor, source ?? 'people', ids)
  return (key) =>
    [key].flat().flatMap((each) => names[String(each)] ?? [])[0] ?? optionOf(field, key)
}

const statusOf = (key: unknown): number =>
  Number(typeof key === 'object' ? (key as { status?: number } | null)?.status : key)

type Option = { code: string; name: string }

function optionOf(field: Fields[number] | undefined, key: unknown): string | null {
  const { enumItems = [] } = (field?.data ?? {}) as { enumItems?: Option[] }
  const [first] = [key].flat() as (string | Option | undefined)[]
  const code = typeof first === 'object' ? first?.code : first
  return enumItems.find((each) => each.code === code)?.name ?? null
}
