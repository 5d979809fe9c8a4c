import { z } from 'zod'
import { DateTime, Id } from '../../api/schemas.ts'
import { type AppAddress, pathOf } from '../../lib/app-path.ts'
import { conflict, notFound } from '../../lib/errors.ts'
import { NIL_ID } from '../../lib/ids.ts'
import { nothingYet, type Row, type Transferred } from '../../lib/transfer.ts'
import type { Context } from '../../platform/context.ts'
import { isUniqueViolation } from '../../platform/db/errors.ts'
import { storeEach } from '../../platform/db/store-each.ts'
import { lockItem } from '../apps/on-behalf.ts'
import { writeDown } from './log.ts'
import { advanceCounter, holdCounter, holdSerial, periodOf } from './nomenclature/counters.ts'
import { getFolder } from './nomenclature/service.ts'
import * as store from './store/registrations.ts'

const TransferredRegistration = z.object({
  id: Id,
  item: Id,
  nomenclatureId: Id,
  number: z.string().min(1).max(255),
  index: z.int().min(0).default(0),
  date: DateTime,
  registrarId: Id.default(NIL_ID),
  status: z.enum(['registered', 'reserved', 'canceled']),
  createdAt: DateTime,
  createdBy: Id.default(NIL_ID),
  updatedAt: DateTime,
  updatedBy: Id.default(NIL_ID),
  deletedAt: DateTime.nullish(),
})
type TransferredRegistration = z.output<typeof TransferredRegistration>

/** Numbers that items of an app were given, with the counters going on after them. */
export async function transferRegistrations(
  ctx: Context,
  address: AppAddress,
  rows: readonly Row[],
): Promise<Transferred> {
  const into = nothingYet()
  const schema = TransferredRegistration
  await storeEach(ctx.db, { schema, rows, into }, async (wanted) => {
    const known = await store.findRegistration(ctx.db, wanted.id)
    if (known) requireSame(known, address, wanted)
    if (known?.status === wanted.status) return 'unchanged'
    const { id, item } = wanted
    const found = await lockItem(ctx, { ...address, id: item })
    if (!found) throw notFound('item', `${pathOf(address)}/${item}`)
    if (known) return follow(ctx, known, wanted)
    const folder = await getFolder(ctx, wanted.nomenclatureId)
    const counter = await holdCounter(ctx, folder)
    const period = await periodOf(ctx, counter, new Date(wanted.date))
    const isCanceled = wanted.status === 'canceled'
    const row = {
      ...{ id, ...address, item_id: item, folder_id: folder.id, period },
      ...{ directory_id: folder.directory_id, docflow: folder.docflow },
      ...{ serial_id: counter.serialId, index: wanted.index, number: wanted.number },
      ...{ date: new Date(wanted.date), registrar_id: wanted.registrarId, status: wanted.status },
      ...{ created_at: new Date(wanted.createdAt), created_by: wanted.createdBy },
      ...{ updated_at: new Date(wanted.updatedAt), updated_by: wanted.updatedBy },
      // Whether its number was given again is not known: it must not be in the way.
      ...(isCanceled && { is_released: true, deleted_at: endOf(wanted) }),
    }
    const stored = await insert(ctx, row)
    if (period === counter.period) await advanceCounter(ctx, counter, wanted.index)
    await writeDown(ctx, ACTIONS[wanted.status], stored)
    return 'created'
  })
  return into
}

const ACTIONS = { registered: 'register', reserved: 'reserve', canceled: 'cancel' } as const

const endOf = ({ deletedAt, updatedAt }: TransferredRegistration): Date =>
  new Date(deletedAt ?? updatedAt)

async function insert(ctx: Context, row: Parameters<typeof store.insertRegistration>[1]) {
  try {
    return await store.insertRegistration(ctx.db, row)
  } catch (error) {
    if (!isUniqueViolation(error, 'registrations_number')) throw error
    throw conflict(`the number "${row.number}" is taken here`, error)
  }
}

/** Only a number that is reserved may go to another item. */
function requireSame(
  known: store.RegistrationRow,
  { namespace, code }: AppAddress,
  { item }: TransferredRegistration,
): void {
  const isOfApp = known.namespace === namespace && known.code === code
  const isOfItem = known.item_id === item || known.status === 'reserved'
  if (!isOfApp || !isOfItem) throw conflict('the number belongs to another item here')
}

/** A number that was cancelled there is cancelled here, unless somebody has dealt with it. */
async function follow(ctx: Context, known: store.RegistrationRow, wanted: TransferredRegistration) {
  if (wanted.status === 'reserved' || known.status === 'canceled') return 'kept'
  await holdSerial(ctx, known.serial_id)
  if (!(await store.isAsItCame(ctx.db, known.id))) return 'kept'
  const isCanceled = wanted.status === 'canceled'
  const saved = await store.saveRegistration(ctx.db, known.id, {
    ...{ status: wanted.status, item_id: wanted.item, updated_at: new Date(wanted.updatedAt) },
    updated_by: wanted.updatedBy,
    ...(isCanceled && { is_released: true, deleted_at: endOf(wanted) }),
  })
  await writeDown(ctx, ACTIONS[wanted.status], saved)
  return 'updated'
}
