import { DatabaseError } from 'pg'
import { List } from '../../api/list.ts'
import { toFields } from '../../definitions/field.ts'
import { snapshotOf } from '../../definitions/snapshot.ts'
import { splitSql } from '../../definitions/sql-parameters.ts'
import type { Field } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { checkValue, columnValues, wrongValues } from '../../fields/values.ts'
import { type AppAddress, parsePath, pathOf } from '../../lib/app-path.ts'
import { AppError, invalid, tooLarge } from '../../lib/errors.ts'
import { requireObject } from '../../lib/existence.ts'
import { JsonText } from '../../lib/json-text.ts'
import type { Context } from '../../platform/context.ts'
import { raw, Sql, sql } from '../../platform/db/sql.ts'
import { checkLinks } from '../apps/links.ts'
import { itemsSource, listReadable } from '../apps/lists.ts'
import { getApp } from '../apps/service.ts'
import { openSource } from '../contracts/service.ts'
import { toFieldView } from '../scheme/views.ts'
import { builtRows, type Query, type StatusNames } from './builder.ts'
import { fillIn } from './filter-parameters.ts'
import { findReports, mayOnReport, type Report } from './kind.ts'
import type { CatalogEntry } from './operations.ts'
import { compileReport, type ReportQuery, type ReportRow } from './query.ts'
import type { ReportRequest } from './row-operations.ts'
import type { Reader, Sandbox } from './sandbox.ts'

type ReportRun = {
  place: AppAddress
  request: ReportQuery
  /** Whether others than the caller learn why it failed. */
  isForOthers?: boolean
}

export async function listRows(
  ctx: Context,
  sandbox: Sandbox,
  { place, isForOthers = false, ...wanted }: ReportRun,
): Promise<List> {
  const report = await getReport(ctx, place)
  const request = { ...wanted.request, asked: askedBy(ctx) }
  const { query, sql: text = '' } = report.body
  const rows = query
    ? await runBuilt(ctx, { report, query, request })
    : await runText(ctx, sandbox, { report, text, request, isForOthers })
  if (rows.some(({ is_large }) => is_large)) {
    throw tooLarge('these rows exceed 32 MiB: request fewer at once')
  }
  const texts = rows.flatMap(({ row }) => (row === null ? [] : [new JsonText(row)]))
  return new List({ rows: texts, total: Number(rows[0]?.total ?? 0) })
}

const askedBy = (ctx: Context) => ({ by: ctx.user.id, at: ctx.now() })

/** The reports that the caller may run, sorted by name. */
export const listReports = async (ctx: Context): Promise<CatalogEntry[]> =>
  (await findReports(ctx)).map(toEntry).sort((one, other) => one.name.localeCompare(other.name))

const toEntry = ({ namespace, code, body, solution }: Report): CatalogEntry => ({
  namespace,
  code,
  name: body.name,
  description: body.description,
  columns: toFields(body.columns).map(toFieldView),
  parameters: toFields(body.parameters).map(toFieldView),
  chart: body.chart ?? null,
  pivot: body.pivot ?? null,
  views: Object.entries(body.views ?? {}).map(([view, shared]) => ({ code: view, ...shared })),
  solution,
})

export const describeReport = async (ctx: Context, place: AppAddress): Promise<CatalogEntry> =>
  toEntry(await getReport(ctx, place))

export async function getReport(ctx: Context, { namespace, code }: AppAddress): Promise<Report> {
  const path = pathOf({ namespace, code })
  const report = (await snapshotOf(ctx)).find('report', namespace, code)
  return requireObject({
    kind: 'report',
    id: path,
    found: report?.deletedAt ? undefined : report,
    placeholder: undefined,
    may: (right) => mayOnReport(ctx, right, { namespace, code }),
  })
}

/** Refuses what the report would refuse, without running it. */
export async function checkAsked(
  ctx: Context,
  place: AppAddress,
  request: ReportQuery,
): Promise<void> {
  const report = await getReport(ctx, place)
  await readParameters(ctx, report, request.parameters)
  const asked = { ...request, asked: askedBy(ctx) }
  compileReport(raw('select'), toFields(report.body.columns), asked)
}

type Built = { report: Report; query: Query; request: ReportQuery }

/** Runs a report over an app or a contract; the query contains the caller's rights. */
async function runBuilt(ctx: Context, { report, query, request }: Built): Promise<ReportRow[]> {
  const columns = toFields(report.body.columns)
  const parameters = await readParameters(ctx, report, request.parameters)
  const filter = fillIn(
    query.filter,
    new Map(Array.from(parameters, ([{ code }, value]) => [code, value])),
  )
  const { source, statuses } = await openQuery(ctx, query)
  const rows = await builtRows({ query, columns, filter, statuses }, source)
  return ctx.db.all(sql<ReportRow>`${compileReport(rows, columns, request)}`)
}

async function openQuery(ctx: Context, { app: path, contract = '' }: Query) {
  if (path === undefined) {
    return { source: await openSource(ctx, parsePath(contract)), statuses: new Map() }
  }
  const app = await getApp(ctx, parsePath(path))
  const all = app.body.statuses.flatMap(({ statuses }) => statuses)
  const statuses: StatusNames = new Map(all.map(({ id, name }) => [id, name]))
  return { source: await itemsSource(ctx, app), statuses }
}

type Written = { report: Report; text: string; request: ReportQuery; isForOthers: boolean }

async function runText(
  ctx: Context,
  sandbox: Sandbox,
  { report, text, request, isForOthers }: Written,
): Promise<ReportRow[]> {
  const rows = await withParameters(ctx, { text, report, given: request.parameters })
  const query = compileReport(rows, toFields(report.body.columns), request)
  const reader = await readerOf(ctx)
  try {
    return await sandbox.run<ReportRow>(ctx, query, reader)
  } catch (error) {
    throw explain(ctx, error, { report, isForOthers })
  }
}

/** Values are bound, never written into the text. */
async function withParameters(
  ctx: Context,
  { text, report, given }: { text: string; report: Report; given: ReportRequest['parameters'] },
): Promise<Sql> {
  const parameters = await readParameters(ctx, report, given)
  const values = new Map(
    Array.from(parameters, ([field, value]) => {
      const type = fieldTypeOf(field.type).columns(field)[0]?.type ?? 'text'
      return [field.code, sql`${columnValues(field, value)[0]}::${raw(type)}`]
    }),
  )
  const { texts, codes } = splitSql(text.replace(/;\s*$/, ''))
  return new Sql(
    texts,
    codes.map((code) => values.get(code) ?? raw('null')),
  )
}

/** The value of each parameter: what was given, or its default. */
async function readParameters(
  ctx: Context,
  report: Report,
  given: ReportRequest['parameters'],
): Promise<Map<Field, unknown>> {
  const fields = toFields(report.body.parameters)
  const known = new Set(fields.map(({ code }) => code))
  const unknown = Object.keys(given).filter((code) => !known.has(code))
  const problems = unknown.map((path) => ({ path, message: 'there is no such parameter' }))
  const values = new Map<Field, unknown>()
  for (const field of fields) {
    const { code } = field
    const checked = checkValue(field, given[code] ?? field.default ?? null)
    problems.push(...checked.problems)
    if (field.required && checked.value === null && checked.problems.length === 0) {
      problems.push({ path: code, message: 'a value is required' })
    }
    values.set(field, checked.value)
  }
  if (problems.length > 0) throw wrongValues(problems)
  await checkLinks(ctx, values)
  return values
}

/** The caller's read rights, in the form that row security uses. */
async function readerOf(ctx: Context): Promise<Reader> {
  const { id, subjects, isAdministrator } = ctx.user
  const reader = { user: id, subjects: [...subjects], all: isAdministrator, apps: {} }
  if (isAdministrator) return reader
  return { ...reader, apps: Object.fromEntries(await listReadable(ctx)) }
}

type Failed = Pick<Written, 'report' | 'isForOthers'>

/** Database errors may contain row values, so only administrators see them. */
function explain(ctx: Context, error: unknown, { report, isForOthers }: Failed): unknown {
  if (!(error instanceof DatabaseError)) return error
  const { namespace, code } = report
  const path = pathOf({ namespace, code })
  if (error.code === '57014') {
    return new AppError('timeout', `the report ${path} took too long`, { cause: error })
  }
  ctx.log.warn({ err: error, report: path }, 'a report does not work')
  const isTold = ctx.user.isAdministrator && !isForOthers
  const why = isTold ? error.message : 'administrators find the reason in the log'
  return invalid(`the report ${path} failed: ${why}`)
}
