import { DatabaseError } from 'pg'
import { List } from '../../api/list.ts'
import { toFields } from '../../definitions/field.ts'
import type { Body } from '../../definitions/kinds.ts'
import { snapshotOf } from '../../definitions/snapshot.ts'
import { splitSql } from '../../definitions/sql-parameters.ts'
import type { Field } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { checkValue, columnValues, wrongValues } from '../../fields/values.ts'
import { parsePath, pathOf } from '../../lib/app-path.ts'
import { AppError, invalid, tooLarge } from '../../lib/errors.ts'
import { requireObject } from '../../lib/existence.ts'
import { JsonText } from '../../lib/json-text.ts'
import type { Context } from '../../platform/context.ts'
import { raw, Sql, sql } from '../../platform/db/sql.ts'
import { checkLinks } from '../apps/links.ts'
import { itemsSource, listReadable } from '../apps/lists.ts'
import { getApp } from '../apps/service.ts'
import { toFieldView } from '../scheme/views.ts'
import { builtRows } from './builder.ts'
import { findReports, mayOnReport, type Report } from './kind.ts'
import type { CatalogEntry, ReportRequest } from './operations.ts'
import { compileReport, type ReportRow } from './query.ts'
import type { Reader, Sandbox } from './sandbox.ts'

type Place = { namespace: string; code: string }
type Query = NonNullable<Body<'report'>['query']>

export async function listRows(
  ctx: Context,
  sandbox: Sandbox,
  { place, request }: { place: Place; request: ReportRequest },
): Promise<List> {
  const report = await getReport(ctx, place)
  const { query, sql: text = '' } = report.body
  const rows = query
    ? await runBuilt(ctx, { report, query, request })
    : await runText(ctx, sandbox, { report, text, request })
  if (rows.some(({ is_large }) => is_large)) {
    throw tooLarge('these rows exceed 32 MiB: request fewer at once')
  }
  const texts = rows.flatMap(({ row }) => (row === null ? [] : [new JsonText(row)]))
  return new List({ rows: texts, total: Number(rows[0]?.total ?? 0) })
}

/** The reports that the caller may run, sorted by name. */
export const listReports = async (ctx: Context): Promise<CatalogEntry[]> =>
  (await findReports(ctx)).map(toEntry).sort((one, other) => one.name.localeCompare(other.name))

const toEntry = ({ namespace, code, body }: Report): CatalogEntry => ({
  namespace,
  code,
  name: body.name,
  description: body.description,
  columns: toFields(body.columns).map(toFieldView),
  parameters: toFields(body.parameters).map(toFieldView),
})

async function getReport(ctx: Context, { namespace, code }: Place): Promise<Report> {
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

type Built = { report: Report; query: Query; request: ReportRequest }

/** Runs a report over one app; the query contains the caller's rights. */
async function runBuilt(ctx: Context, { report, query, request }: Built): Promise<ReportRow[]> {
  const { namespace, code } = parsePath(query.app)
  const app = await getApp(ctx, { namespace, code })
  const columns = toFields(report.body.columns)
  const rows = builtRows({ query, columns }, app, await itemsSource(ctx, app))
  return ctx.db.all(sql<ReportRow>`${compileReport(rows, columns, request)}`)
}

type Written = { report: Report; text: string; request: ReportRequest }

async function runText(
  ctx: Context,
  sandbox: Sandbox,
  { report, text, request }: Written,
): Promise<ReportRow[]> {
  const rows = await withParameters(ctx, { text, report, given: request.parameters })
  const query = compileReport(rows, toFields(report.body.columns), request)
  const reader = await readerOf(ctx)
  try {
    return await sandbox.run<ReportRow>(ctx, query, reader)
  } catch (error) {
    throw explain(ctx, report, error)
  }
}

/** Values are bound, never written into the text. */
async function withParameters(
  ctx: Context,
  { text, report, given }: { text: string; report: Report; given: ReportRequest['parameters'] },
): Promise<Sql> {
  const fields = new Map(toFields(report.body.parameters).map((field) => [field.code, field]))
  const unknown = Object.keys(given).filter((code) => !fields.has(code))
  const problems = unknown.map((path) => ({ path, message: 'there is no such parameter' }))
  const values = new Map<string, Sql>()
  const named = new Map<Field, unknown>()
  for (const [code, field] of fields) {
    const checked = checkValue(field, given[code] ?? field.default ?? null)
    problems.push(...checked.problems)
    if (field.required && checked.value === null && checked.problems.length === 0) {
      problems.push({ path: code, message: 'a value is required' })
    }
    named.set(field, checked.value)
    const type = fieldTypeOf(field.type).columns(field)[0]?.type ?? 'text'
    values.set(code, sql`${columnValues(field, checked.value)[0]}::${raw(type)}`)
  }
  if (problems.length > 0) throw wrongValues(problems)
  await checkLinks(ctx, named)
  const { texts, codes } = splitSql(text.replace(/;\s*$/, ''))
  return new Sql(
    texts,
    codes.map((code) => values.get(code) ?? raw('null')),
  )
}

/** The caller's read rights, in the form that row security uses. */
async function readerOf(ctx: Context): Promise<Reader> {
  const { id, subjects, isAdministrator } = ctx.user
  const reader = { user: id, subjects: [...subjects], all: isAdministrator, apps: {} }
  if (isAdministrator) return reader
  return { ...reader, apps: Object.fromEntries(await listReadable(ctx)) }
}

/** Database errors may contain row values, so only administrators see them. */
function explain(ctx: Context, { namespace, code }: Report, error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error
  const path = pathOf({ namespace, code })
  if (error.code === '57014') {
    return new AppError('timeout', `the report ${path} took too long`, { cause: error })
  }
  ctx.log.warn({ err: error, report: path }, 'a report does not work')
  const why = ctx.user.isAdministrator ? error.message : 'administrators find the reason in the log'
  return invalid(`the report ${path} failed: ${why}`)
}
