import { type StoredApp, snapshotOf } from '../../definitions/snapshot.ts'
import { type AppAddress, pathOf } from '../../lib/app-path.ts'
import { conflict, invalid, notFound } from '../../lib/errors.ts'
import { requireObject } from '../../lib/existence.ts'
import { newId } from '../../lib/ids.ts'
import type { Context } from '../../platform/context.ts'
import { findDocument, lockDocument } from '../apps/documents.ts'
import { requireOnItem } from '../apps/policy.ts'
import { writeDown } from './log.ts'
import { type Counter, holdCounter, holdSerial, releaseValue } from './nomenclature/counters.ts'
import { type FolderRow, getFolder } from './nomenclature/service.ts'
import { type Document, giveNumber, type Numbered, typeNumber } from './numbers.ts'
import type { Registration } from './operations.ts'
import { canSee, isOn, requireFolder, requireRegistrar } from './policy.ts'
import * as store from './store/registrations.ts'

type OfItem = AppAddress & { id: string }
type Given = { number?: string | undefined; date?: string | undefined }

export async function listRegistrations(ctx: Context, place: OfItem): Promise<Registration[]> {
  const app = await getApp(ctx, place)
  const item = await findDocument(ctx, app, place.id)
  await requireOnItem(ctx, app, { right: 'read', id: place.id, item })
  return isOn(app) ? (await store.listOfItem(ctx.db, place)).map(toRegistration) : []
}

type RegistrationInput = Given & { folder: string; reservation?: string | undefined }

/** Gives an item its number in a folder, named by its id or path. */
export async function registerItem(
  ctx: Context,
  place: OfItem,
  wanted: RegistrationInput,
): Promise<Registration> {
  const held = await holdInFolder(ctx, place, wanted.folder)
  if (held.live?.status === 'registered') {
    throw conflict(`the item is already registered in this folder, as ${held.live.number}`)
  }
  return registerHeld(ctx, held, { ...wanted, registrar: ctx.user.id })
}

/**
 * Called by processes, as the system and in their transaction, with the performer of the task as registrar. An
 * item that has a number in the folder keeps it.
 */
export async function ensureRegistered(
  ctx: Context,
  place: OfItem,
  { folder, registrar }: { folder: string; registrar: string },
): Promise<{ number: string; isNew: boolean }> {
  const held = await holdInFolder(ctx, place, folder)
  const { live } = held
  if (live?.status === 'registered') return { number: live.number, isNew: false }
  const { number } = await registerHeld(ctx, held, { registrar })
  return { number, isNew: true }
}

type InFolder = {
  app: StoredApp
  place: OfItem
  folder: FolderRow
  counter: Counter
  /** The item's number in the folder, or the one reserved for it. */
  live: store.RegistrationRow | undefined
}

/** Locks the item and the counter, so that nobody gives or cancels its number meanwhile. */
async function holdInFolder(ctx: Context, place: OfItem, named: string): Promise<InFolder> {
  const app = await getApp(ctx, place)
  await lockForRegistrar(ctx, app, place.id)
  const folder = await getFolder(ctx, named)
  requireFolder(app, folder)
  const counter = await holdCounter(ctx, folder)
  const live = await store.findLive(ctx.db, place.id, folder.id)
  return { app, place, folder, counter, live }
}

async function registerHeld(
  ctx: Context,
  held: InFolder,
  wanted: Omit<RegistrationInput, 'folder'> & { registrar: string },
): Promise<Registration> {
  const { app, place, folder, counter } = held
  const { registrar, reservation } = wanted
  const reserved = reservation === undefined ? held.live : await findNamed(ctx, held, reservation)
  if (reserved) return takeReserved(ctx, reserved, { ...wanted, place })
  const document = { app, id: place.id, date: dateOf(ctx, wanted) }
  const numbered = await giveNumber(ctx, { folder, counter, document }, wanted.number)
  return add(ctx, { folder, counter, document, numbered, registrar, status: 'registered' })
}

/** Reserves a number for a document that does not exist yet or is not ready. */
export async function reserveNumber(
  ctx: Context,
  place: AppAddress,
  wanted: Given & { folder: string; item?: string | undefined },
): Promise<Registration> {
  const app = await getApp(ctx, place)
  if (wanted.item === undefined) await requireRegistrar(ctx, app)
  else await lockForRegistrar(ctx, app, wanted.item)
  const folder = await getFolder(ctx, wanted.folder)
  requireFolder(app, folder)
  if (!folder.reserve_enabled) {
    throw invalid(`numbers of the folder "${folder.name}" cannot be reserved`)
  }
  const counter = await holdCounter(ctx, folder)
  const document = { app, id: wanted.item, date: dateOf(ctx, wanted) }
  const numbered = await giveNumber(ctx, { folder, counter, document }, wanted.number)
  const registrar = ctx.user.id
  return add(ctx, { folder, counter, document, numbered, registrar, status: 'reserved' })
}

/** A typed number that replaces another does not release the counter's value. */
export async function changeRegistration(
  ctx: Context,
  id: string,
  { number, date }: Given,
): Promise<Registration> {
  const { row, counter } = await holdLive(ctx, id)
  const folder = await getFolder(ctx, row.folder_id)
  if (!folder.edit_after_registration) {
    throw invalid(`registrations in the folder "${folder.name}" cannot be changed`)
  }
  const isOther = number !== undefined && number !== row.number
  const isLater = date !== undefined && Date.parse(date) !== row.date.getTime()
  if (!isOther && !isLater) return toRegistration(row)
  const numbered = isOther
    ? await typeNumber(ctx, { serialId: row.serial_id, period: row.period }, number)
    : { number: row.number, index: row.index }
  if (isOther) await giveBack(ctx, row, counter)
  return save(ctx, row, 'change', { ...numbered, date: date ? new Date(date) : row.date })
}

/** The record is kept, so that people see what happened to the number. */
export async function cancelRegistration(ctx: Context, id: string): Promise<Registration> {
  const { row, counter } = await holdLive(ctx, id)
  await giveBack(ctx, row, counter)
  const is_released = counter.useReleased
  return save(ctx, row, 'cancel', { status: 'canceled', deleted_at: ctx.now(), is_released })
}

/** Unlike elsewhere, an unknown app is "not found" here, as the contract requires. */
async function getApp(ctx: Context, { namespace, code }: AppAddress): Promise<StoredApp> {
  const app = (await snapshotOf(ctx)).findApp(namespace, code)
  if (!app) throw notFound('app', pathOf({ namespace, code }))
  return app
}

/** Locks an item, for a user who may register it. */
async function lockForRegistrar(ctx: Context, app: StoredApp, id: string): Promise<void> {
  const found = await lockDocument(ctx, app, id)
  const item = await requireOnItem(ctx, app, { right: 'read', id, item: found })
  await requireRegistrar(ctx, app, item)
  if (item.__deletedAt) throw invalid('the item is deleted')
}

const dateOf = (ctx: Context, { date }: Given): Date => (date ? new Date(date) : ctx.now())

/** The given reserved number. */
async function findNamed(
  ctx: Context,
  { place, folder }: InFolder,
  reservation: string,
): Promise<store.RegistrationRow> {
  const named = await store.findRegistration(ctx.db, reservation)
  const fits = named?.namespace === place.namespace && named.code === place.code
  const isFree = named?.status === 'reserved' && (named.item_id ?? place.id) === place.id
  if (named && fits && isFree && named.folder_id === folder.id) return named
  throw invalid(`field "reservation": not a number reserved in this folder: ${reservation}`)
}

type Using = Given & { registrar: string; place: OfItem }

function takeReserved(
  ctx: Context,
  row: store.RegistrationRow,
  { number, date, registrar, place }: Using,
): Promise<Registration> {
  if (number !== undefined && number !== row.number) {
    throw invalid(`field "number": the number "${row.number}" is reserved`)
  }
  return save(ctx, row, 'register', {
    ...{ item_id: place.id, status: 'registered', registrar_id: registrar },
    date: dateOf(ctx, { date }),
  })
}

type Adding = {
  folder: FolderRow
  counter: Counter
  document: Document
  numbered: Numbered
  registrar: string
  status: 'registered' | 'reserved'
}

async function add(ctx: Context, adding: Adding): Promise<Registration> {
  const { folder, counter, document, numbered, registrar, status } = adding
  const row = await store.insertRegistration(ctx.db, {
    ...{ id: newId(), ...numbered, status, date: document.date, registrar_id: registrar },
    ...{ namespace: document.app.namespace, code: document.app.code },
    ...{ item_id: document.id ?? null, folder_id: folder.id, directory_id: folder.directory_id },
    ...{ docflow: folder.docflow, serial_id: counter.serialId, period: counter.period },
    ...{ created_at: ctx.now(), created_by: ctx.user.id },
    ...{ updated_at: ctx.now(), updated_by: ctx.user.id },
  })
  await tell(ctx, row, status === 'reserved' ? 'reserve' : 'register')
  return toRegistration(row)
}

async function save(
  ctx: Context,
  row: store.RegistrationRow,
  action: Action,
  changes: Partial<store.RegistrationRow>,
): Promise<Registration> {
  const marks = { updated_at: ctx.now(), updated_by: ctx.user.id }
  const saved = await store.saveRegistration(ctx.db, row.id, { ...changes, ...marks })
  await tell(ctx, saved, action)
  return toRegistration(saved)
}

/** A registration to change, for a user who may register, with its counter locked. */
async function holdLive(ctx: Context, id: string) {
  const { found, app, item } = await requireObject({
    kind: 'registration',
    id,
    found: await findRecord(ctx, id),
    placeholder: undefined,
    may: async (_, record) => canSee(ctx, record?.app ?? NOBODYS_APP, record?.item),
  })
  await requireRegistrar(ctx, app, item)
  const counter = await holdSerial(ctx, found.serial_id)
  // It may have changed while we waited for the counter.
  const row = await store.findRegistration(ctx.db, id)
  if (!row || row.status === 'canceled') throw conflict('the registration is cancelled')
  return { row, counter }
}

async function findRecord(ctx: Context, id: string) {
  const found = await store.findRegistration(ctx.db, id)
  if (!found) return undefined
  const app = await getApp(ctx, found)
  const item = found.item_id ? await findDocument(ctx, app, found.item_id) : undefined
  return { found, app, item }
}

const NOBODYS_APP = { namespace: 'nobody', code: 'nobody' }

async function giveBack(
  ctx: Context,
  { serial_id, period, index }: store.RegistrationRow,
  { useReleased }: Counter,
): Promise<void> {
  if (!useReleased || index === 0) return
  await releaseValue(ctx, { serialId: serial_id, period, value: index })
}

type Action = 'reserve' | 'register' | 'change' | 'cancel'
const PAST = {
  reserve: 'reserved',
  register: 'registered',
  change: 'changed',
  cancel: 'canceled',
} as const

async function tell(ctx: Context, row: store.RegistrationRow, action: Action): Promise<void> {
  await writeDown(ctx, action, row)
  const { namespace, code, item_id: id } = row
  const item = id && { namespace, code, id }
  await ctx.emit({
    type: `registration.${PAST[action]}`,
    object: `registration:${row.id}`,
    namespace,
    code,
    data: { item, folder: row.folder_id, number: row.number, date: row.date },
  })
}

const toRegistration = (row: store.RegistrationRow): Registration => ({
  id: row.id,
  nomenclatureId: row.folder_id,
  directoryId: row.directory_id,
  docflow: row.docflow as Registration['docflow'],
  number: row.number,
  index: row.index,
  date: seconds(row.date),
  registrarId: row.registrar_id,
  status: row.status as Registration['status'],
  createdAt: seconds(row.created_at),
  createdBy: row.created_by,
  updatedAt: seconds(row.updated_at),
  updatedBy: row.updated_by,
  deletedAt: row.deleted_at && seconds(row.deleted_at),
})

const seconds = (time: Date): string => time.toISOString().replace(/\.\d+Z$/, 'Z')
