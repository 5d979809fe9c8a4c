import { z } from 'zod'
import { DateTime, Id } from '../../../api/schemas.ts'
import { changesOf, differences, isEmpty } from '../../../lib/changes.ts'
import { NIL_ID } from '../../../lib/ids.ts'
import { nothingYet, type Row, readRow, type Transferred } from '../../../lib/transfer.ts'
import type { Context } from '../../../platform/context.ts'
import { IDENTITY } from '../../access/identity.ts'
import { createUser, endCredentials } from '../../access/service.ts'
import { lockMemberships, requireAdministrator } from '../groups/membership.ts'
import { PersonFields, STATUSES } from './operations.ts'
import { toColumns } from './service.ts'
import * as store from './store.ts'

/** A user of another system: what is absent stays as it is here. */
const TransferredUser = z.object({
  ...PersonFields.partial().required({ login: true }).shape,
  id: Id,
  status: z.enum(STATUSES).default('active'),
  createdAt: DateTime,
  createdBy: Id.default(NIL_ID),
  updatedAt: DateTime,
  updatedBy: Id.default(NIL_ID),
  deletedAt: DateTime.nullable().default(null),
})
type TransferredUser = z.output<typeof TransferredUser>

/** Without passwords: they are invited, or sign in through a provider. */
export async function transferUsers(ctx: Context, rows: readonly Row[]): Promise<Transferred> {
  const into = nothingYet()
  await lockMemberships(ctx)
  for (const row of rows) {
    const user = readRow(TransferredUser, row, into)
    if (user) await transferUser(ctx, user, into)
  }
  if (into.updated > 0) await requireAdministrator(ctx)
  return into
}

async function transferUser(ctx: Context, user: TransferredUser, into: Transferred): Promise<void> {
  const known = await store.lockUser(ctx.db, user.id, { deleted: true })
  if (known) {
    into[(await update(ctx, known, user)) ? 'updated' : 'unchanged']++
    return
  }
  const same = await store.findByEmail(ctx.db, user.email ?? '')
  if (same !== undefined) {
    into.linked[user.id] = same
    return
  }
  await create(ctx, user, into)
  into.created++
}

/** A login that somebody else has here is kept apart: whoever has the same login is not the same person. */
async function create(ctx: Context, user: TransferredUser, into: Transferred): Promise<void> {
  const { id } = user
  const isTaken = await store.isLoginTaken(ctx.db, user.login)
  const login = isTaken ? `${user.login}~${id}`.slice(-255) : user.login
  if (isTaken) into.problems.push({ id, message: `the login "${user.login}" is taken: "${login}"` })
  await createUser(ctx, { id, login })
  await store.saveTransferred(ctx.db, id, { ...columnsOf(user), ...authorsOf(user), login })
}

async function update(ctx: Context, known: store.UserRow, user: TransferredUser): Promise<boolean> {
  // A login that was kept apart stays so.
  const { login: _, ...columns } = columnsOf(user)
  const changed = differences(known, columns)
  if (isEmpty(changed)) return false
  await store.saveTransferred(ctx.db, known.id, { ...columns, ...authorsOf(user) })
  if (user.deletedAt !== null || user.status === 'blocked') await endCredentials(ctx, known.id)
  ctx.changed(IDENTITY)
  await ctx.emit({
    type: 'user.updated',
    object: `user:${known.id}`,
    data: { login: known.login, changes: changesOf(known, changed) },
  })
  return true
}

const columnsOf = ({ status, ...user }: TransferredUser) => ({
  ...toColumns(user),
  login: user.login,
  status: STATUSES.indexOf(status),
  created_at: new Date(user.createdAt),
  updated_at: new Date(user.updatedAt),
  deleted_at: user.deletedAt === null ? null : new Date(user.deletedAt),
})

const authorsOf = ({ createdBy, updatedBy }: TransferredUser) => ({
  created_by: createdBy,
  updated_by: updatedBy,
})
