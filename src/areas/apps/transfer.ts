import { z } from 'zod'
import { DateTime, Id } from '../../api/schemas.ts'
import type { StoredApp } from '../../definitions/snapshot.ts'
import type { Field } from '../../fields/field-type.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { isZeroTime } from '../../fields/times.ts'
import { checkValue } from '../../fields/values.ts'
import { type AppAddress, pathOf } from '../../lib/app-path.ts'
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
import { isRefusedValue, toAppError } from '../../platform/db/errors.ts'
import { inSavepoint } from '../../platform/db/savepoint.ts'
import { adoptFiles, type OfItem } from '../disk/transfer.ts'
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
  const items = new Map<string, store.SentItem>()
  const files: OfItem[] = []
  for (const row of rows) {
    const item = readRow(TransferredItem, row, into)
    if (item) items.set(item.__id, toSent(app, { item, given: row }, { into, files }))
  }
  for (const code of unknownIn(app, rows)) {
    const message = `there is no field "${code}" here: its values are left out`
    into.problems.push({ id: pathOf(address), message })
  }
  for (const alike of Map.groupBy(items.values(), ({ codes }) => codes.join()).values()) {
    await storeItems(ctx, app, alike, into)
  }
  const named = Array.from(new Set(files.map(({ file }) => file)), (id) => ({ kind: 'file', id }))
  into.missing = [...((await ctx.kinds.findUnreadable(ctx, named)).get('file') ?? [])]
  await adoptFiles(ctx, app.id, files)
  return into
}

type Collected = { into: Transferred; files: OfItem[] }

/** Fields of the other system that are not here and have values. What begins with `__` is of the system. */
function unknownIn(app: StoredApp, rows: readonly Row[]): Set<string> {
  const known = new Set(app.fields.map(({ code }) => code))
  const isFilled = (value: unknown) =>
    value != null && value !== '' && !(Array.isArray(value) && value.length === 0)
  return new Set(
    rows.flatMap((row) =>
      Object.keys(row).filter(
        (code) => !code.startsWith('__') && !known.has(code) && isFilled(row[code]),
      ),
    ),
  )
}

type Read = { item: TransferredItem; given: Row }

/** Values that were not sent, or do not fit, are not written. */
function toSent(app: StoredApp, { item, given }: Read, { into, files }: Collected): store.SentItem {
  const values = new Map<Field, unknown>()
  const details: Detail[] = []
  for (const field of app.fields.filter(({ code }) => code in given)) {
    const wire = withRowIds(field, item[field.code] ?? null, item.__id)
    const { value, problems } = checkValue(field, wire)
    const hasUpload = findUpload(new Map([[field, value]])) !== undefined
    if (hasUpload) details.push({ path: field.code, message: 'files are named by their ids' })
    details.push(...problems)
    if (hasUpload || problems.length > 0) continue
    values.set(field, value)
    if (value === null) continue
    files.push(...filesIn(field, value).map((file) => ({ item: item.__id, file })))
  }
  if (details.length > 0) {
    into.problems.push({ id: item.__id, message: `left out: ${describeDetails(details)}` })
  }
  const system = Object.keys(given).filter((code) => code.startsWith('__'))
  const codes = [...system.sort(), ...Array.from(values.keys(), ({ code }) => code)]
  return { codes, row: { ...systemColumns(app, item), ...fieldColumns(values) } }
}

function systemColumns(app: StoredApp, item: TransferredItem): Row {
  const { __status: status, __externalProcessMeta: meta } = item
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

/** All at once; those with values that cannot be stored, or that another item has, are refused alone. */
async function storeItems(
  ctx: Context,
  app: StoredApp,
  items: readonly store.SentItem[],
  into: Transferred,
): Promise<void> {
  const storeThese = (some: readonly store.SentItem[]) =>
    inSavepoint(ctx.db, () => store.storeItems(ctx.db, app, some))
  try {
    count(await storeThese(items), into)
  } catch (error) {
    if (!isRefused(error)) throw error
    for (const item of items) await storeAlone(item)
  }

  async function storeAlone(item: store.SentItem): Promise<void> {
    try {
      count(await storeThese([item]), into)
    } catch (error) {
      if (!isRefused(error)) throw error
      const { message } = toAppError(error) ?? { message: 'the database cannot hold its values' }
      refuse(into, String(item.row.__id), message)
    }
  }
}

const isRefused = (error: unknown): boolean => error instanceof AppError || isRefusedValue(error)

function count(stored: readonly store.StoredItem[], into: Transferred): void {
  for (const { id, outcome } of stored) {
    if (outcome === 'kept') keep(into, id)
    else into[outcome]++
  }
}
