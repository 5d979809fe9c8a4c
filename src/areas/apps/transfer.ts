import { z } from 'zod'
import { DateTime, Id } from '../../api/schemas.ts'
import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { isZeroTime } from '../../fields/times.ts'
import { checkValue } from '../../fields/values.ts'
import type { AppAddress } from '../../lib/app-path.ts'
import { definitionId } from '../../lib/codes.ts'
import { AppError, type Detail, describeDetails } from '../../lib/errors.ts'
import { isId, NIL_ID } from '../../lib/ids.ts'
import { toStorable } from '../../lib/storable.ts'
import {
  keep,
  nothingYet,
  type Row,
  readRow,
  refuse,
  type Transferred,
} from '../../lib/transfer.ts'
import type { Context } from '../../platform/context.ts'
import { inSavepoint } from '../../platform/db/savepoint.ts'
import { findUpload } from './files.ts'
import { getApp } from './service.ts'
import { fieldColumns } from './store/rows.ts'
import * as store from './store/transfer.ts'

/** The zero time means that there is none. */
const Moment = DateTime.nullish().transform((text) =>
  text == null || isZeroTime(text) ? null : text,
)
/** Other systems have items of nobody, and some say a user as a list. */
const Author = z
  .preprocess((value) => (Array.isArray(value) ? value[0] : value), Id.nullish())
  .transform((id) => id ?? NIL_ID)
const text = (longest: number) =>
  z
    .string()
    .nullish()
    .transform((value) => (value ? toStorable(value).slice(0, longest) : null))

/** The system fields of an item in the wire format. */
const TransferredItem = z.looseObject({
  __id: Id,
  __index: z.int().min(1).nullish(),
  __name: text(1000),
  __createdAt: DateTime,
  __createdBy: Author,
  __updatedAt: DateTime,
  __updatedBy: Author,
  __deletedAt: Moment,
  __version: z.int().min(0).default(1),
  __status: z.object({ status: z.int().min(0).max(32_767), order: z.int().default(0) }).nullish(),
  __statusChangedAt: Moment,
  __directory: z
    .string()
    .nullish()
    .transform((id) => (id && isId(id) && id !== NIL_ID ? id : null)),
  __subscribers: z
    .array(Id)
    .nullish()
    .transform((ids) => ids ?? []),
  __externalId: text(255),
  __externalProcessMeta: z.record(z.string(), z.unknown()).nullish(),
  __debug: z.boolean().nullish(),
})
type TransferredItem = z.output<typeof TransferredItem>

/**
 * Stores items of another system as they are: links may lead to what comes later, required fields may be
 * empty. Whether files are here is answered as `missing`.
 */
export async function transferItems(
  ctx: Context,
  address: AppAddress,
  rows: readonly Row[],
): Promise<Transferred> {
  const app = (await getApp(ctx, address)).whole
  const into = nothingYet()
  const items = new Map<string, Row>()
  const files = new Set<string>()
  for (const row of rows) {
    const item = readRow(TransferredItem, row, into)
    if (item) items.set(item.__id, toColumns(app, item, { into, files }))
  }
  await storeItems(ctx, app, [...items.values()], into)
  const named = Array.from(files, (id) => ({ kind: 'file', id }))
  into.missing = [...((await ctx.kinds.findUnreadable(ctx, named)).get('file') ?? [])]
  return into
}

type Collected = { into: Transferred; files: Set<string> }

function toColumns(app: StoredApp, item: TransferredItem, { into, files }: Collected): Row {
  const { __status: status, __externalProcessMeta: meta } = item
  const values = new Map<Field, unknown>()
  const details: Detail[] = []
  for (const field of app.fields) {
    const wire = withRowIds(field, item[field.code] ?? null, item.__id)
    const { value, problems } = checkValue(field, wire)
    const isKept = value !== null && !findUpload(new Map([[field, value]]))
    values.set(field, isKept ? value : null)
    details.push(...problems)
    if (isKept) for (const id of filesIn(field, value)) files.add(id)
  }
  if (details.length > 0) {
    into.problems.push({ id: item.__id, message: `left out: ${describeDetails(details)}` })
  }
  return {
    __id: item.__id,
    __index: item.__index ?? null,
    __name: item.__name,
    __createdAt: item.__createdAt,
    __createdBy: item.__createdBy,
    __updatedAt: item.__updatedAt,
    __updatedBy: item.__updatedBy,
    __deletedAt: item.__deletedAt,
    __version: item.__version,
    __status: app.body.statuses.length > 0 ? (status?.status ?? null) : null,
    __status$order: status?.order ?? 0,
    __statusChangedAt: item.__statusChangedAt,
    __directory: item.__directory,
    __subscribers: item.__subscribers,
    __externalId: item.__externalId,
    __externalProcessMeta: meta ? JSON.stringify(meta) : null,
    __debug: item.__debug ?? false,
    ...fieldColumns(values),
  }
}

const filesIn = (field: Field, value: unknown): string[] =>
  (fieldTypeOf(field.type).named?.(value, field) ?? [])
    .filter(({ kind }) => kind === 'file')
    .map(({ id }) => id)

/** Rows of tables that came without ids have the same ones every time. */
function withRowIds(field: Field, wire: unknown, item: string): unknown {
  if (field.type !== 'TABLE' || typeof wire !== 'object' || wire === null) return wire
  const { rows } = wire as { rows?: unknown }
  if (!Array.isArray(rows)) return wire
  const named = rows.map((row: Row, at) => ({
    ...row,
    __id: row?.__id ?? definitionId('row', item, `${field.code}:${at}`),
  }))
  return { ...wire, rows: named }
}

/** All at once; those with a value that another item has are found one by one and refused. */
async function storeItems(
  ctx: Context,
  app: StoredApp,
  items: readonly Row[],
  into: Transferred,
): Promise<void> {
  const storeThese = (rows: readonly Row[]) =>
    inSavepoint(ctx.db, () => store.storeItems(ctx.db, app, rows))
  try {
    count(await storeThese(items), into)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    for (const item of items) await storeAlone(item)
  }

  async function storeAlone(item: Row): Promise<void> {
    try {
      count(await storeThese([item]), into)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refuse(into, String(item.__id), error.message)
    }
  }
}

function count(stored: readonly store.StoredItem[], into: Transferred): void {
  for (const { id, outcome } of stored) {
    if (outcome === 'newer') keep(into, id)
    else into[outcome]++
  }
}
