import { toFields } from '../../../definitions/field.ts'
import { snapshotOf } from '../../../definitions/snapshot.ts'
import type { Field } from '../../../fields/field-type.ts'
import { fieldTypeOf } from '../../../fields/registry.ts'
import { USERS } from '../../../fields/user.ts'
import { type AppAddress, parsePath } from '../../../lib/app-path.ts'
import type { Context } from '../../../platform/context.ts'
import type { Chart } from '../../../sheets/pdf/chart.ts'
import type { ColumnKind } from '../../../sheets/xlsx/write.ts'
import { listItemNames } from '../../apps/documents.ts'
import { listPeopleByName } from '../../people/users/service.ts'
import { ReportRequest } from '../row-operations.ts'
import type { Sandbox } from '../sandbox.ts'
import { getReport, listRows } from '../service.ts'
import { chartOf } from './chart.ts'

/** A report as people read it: texts, with names in place of ids. */
export type Table = {
  title: string
  columns: { title: string; kind: ColumnKind }[]
  rows: (string | null)[][]
  /** How many there are in all. */
  total: number
  chart?: Chart
  /** Whether its page shows a pivot table, too. */
  isPivot: boolean
}

type TableRequest = { place: AppAddress; request: Partial<ReportRequest>; timeZone: string }
type Row = Record<string, string | null>

/** The rows that the caller may see, as many as the API gives at once. Its owner learns why it failed. */
export async function readTable(
  ctx: Context,
  sandbox: Sandbox,
  { place, request, timeZone }: TableRequest,
): Promise<Table> {
  const report = await getReport(ctx, place)
  const asked = { ...ReportRequest.parse({ ...request, size: MOST }), cells: 'texts' } as const
  const list = await listRows(ctx, sandbox, { place, request: asked, isForOthers: true })
  const rows = list.parse<Row>()
  const fields = toFields(report.body.columns)
  const columns = await Promise.all(
    fields.map(async (field) => {
      const texts = rows.map((row) => row[field.code] ?? null)
      const { code } = field
      return { ...columnOf(field), code, texts: await readable(ctx, field, { texts, timeZone }) }
    }),
  )
  const { chart, pivot } = report.body
  return {
    title: report.body.name,
    columns: columns.map(({ title, kind }) => ({ title, kind })),
    rows: rows.map((_, at) => columns.map(({ texts }) => texts[at] ?? null)),
    total: list.total ?? rows.length,
    ...(chart && rows.length > 0 && { chart: chartOf(columns, { ...chart, split: pivot }) }),
    isPivot: pivot !== undefined,
  }
}

const MOST = 10_000

const KINDS: Record<string, ColumnKind> = { INTEGER: 'number', FLOAT: 'number', MONEY: 'number' }
const DATES: Record<string, ColumnKind> = { datetime: 'moment', date: 'date' }

/** Amounts are numbers, with their currency in the title. */
function columnOf({ name, type, kind, currency }: Field): { title: string; kind: ColumnKind } {
  if (type === 'DATETIME') return { title: name, kind: DATES[String(kind)] ?? 'text' }
  return {
    title: type === 'MONEY' ? `${name}, ${String(currency)}` : name,
    kind: KINDS[type] ?? 'text',
  }
}

type Texts = (string | null)[]

async function readable(
  ctx: Context,
  field: Field,
  { texts, timeZone }: { texts: Texts; timeZone: string },
): Promise<Texts> {
  const link = fieldTypeOf(field.type).link?.(field)
  if (field.type === 'DATETIME' && field.kind === 'datetime') {
    return texts.map((text) => text && wallTime(text, timeZone))
  }
  if (field.type === 'MONEY') return texts.map((text) => text && amountOf(text, field))
  if (field.type !== 'SYS_USER' && field.type !== 'SYS_COLLECTION') return texts
  const ids = [...new Set(texts.flatMap(idsIn))]
  const names = link === USERS ? await listPeopleByName(ctx, ids) : await itemNames(ctx, link, ids)
  return texts.map((text) =>
    idsIn(text)
      .map((id) => names.get(id) ?? '')
      .join(', '),
  )
}

const idsIn = (text: string | null): string[] => text?.split('; ').filter(Boolean) ?? []

/** Of the currency of the column: a number; others say theirs. */
function amountOf(text: string, { currency }: Field): string {
  const [amount = '', own] = text.split(' ')
  return own === currency ? String(Number(amount)) : text
}

function wallTime(text: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return format.format(new Date(text))
}

/** Items that the caller may not read have no name. */
async function itemNames(
  ctx: Context,
  path: string | undefined,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { namespace, code } = parsePath(path ?? '')
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  if (!app || ids.length === 0) return new Map()
  const kind = `item:${path}`
  const lost = await ctx.kinds.findUnreadable(
    ctx,
    ids.map((id) => ({ kind, id })),
  )
  const seen = ids.filter((id) => !lost.get(kind)?.has(id))
  return listItemNames(ctx, app, seen)
}
