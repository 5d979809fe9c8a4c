import { z } from 'zod'
import { DateTime, Id } from '../../../api/schemas.ts'
import { changesOf, differences, isEmpty } from '../../../lib/changes.ts'
import { NIL_ID } from '../../../lib/ids.ts'
import { keep, nothingYet, type Row, readRow, type Transferred } from '../../../lib/transfer.ts'
import type { Context } from '../../../platform/context.ts'
import { addressChanged } from '../../access/addresses/service.ts'
import { IDENTITY } from '../../access/identity.ts'
import { createUser, endCredentials } from '../../access/service.ts'
import { leaveGroups } from '../groups/members.ts'
import { lockMemberships, requireAdministrator } from '../groups/membership.ts'
import { PersonFields, STATUSES } from './operations.ts'
import { deleteUser, toColumns } from './service.ts'
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
  /** Those that came a moment ago, which no event tells yet. */
  const brought = new Set<string>()
  await lockMemberships(ctx)
  for (const row of rows) {
    const user = readRow(TransferredUser, row, into)
    if (user) await transferUser(ctx, user, { into, brought })
  }
  if (into.updated > 0) await requireAdministrator(ctx)
  return into
}

type Collected = { into: Transferred; brought: Set<string> }

async function transferUser(ctx: Context, user: TransferredUser, collected: Collected) {
  const { into, brought } = collected
  const known = await store.lockUser(ctx.db, user.id, { deleted: true })
  if (known) return update(ctx, { known, user }, collected)
  const same = await store.listByEmail(ctx.db, user.email ?? '')
  const own = same.filter(({ id, isOwn }) => isOwn && !brought.has(id))
  if (own.length === 1 && own[0]) {
    into.linked[user.id] = own[0].id
    return
  }
  if (same.length > 0) {
    const message = `somebody else here has the address "${user.email}" too: look who it is`
    into.problems.push({ id: user.id, message })
  }
  await create(ctx, user, into)
  brought.add(user.id)
  into.created++
}

/** A login that somebody else has here is kept apart: whoever has the same login is not the same person. */
async function create(ctx: Context, user: TransferredUser, into: Transferred): Promise<void> {
  const { id } = user
  const isTaken = await store.isLoginTaken(ctx.db, user.login)
  const login = isTaken ? `${user.login}~${id}`.slice(-255) : user.login
  if (isTaken) into.problems.push({ id, message: `the login "${user.login}" is taken: "${login}"` })
  await createUser(ctx, { id, login, isTransferred: true })
  if (user.deletedAt !== null) await leaveGroups(ctx, id)
  await store.saveTransferred(ctx.db, id, {
    ...columnsOf(user),
    ...datesOf(user),
    login,
  })
}

type Both = { known: store.UserRow; user: TransferredUser }

/** Whoever was changed here, blocked or deleted stays so. */
async function update(ctx: Context, { known, user }: Both, { into, brought }: Collected) {
  const { id } = known
  // A login that was kept apart stays so; the time zone is theirs to choose.
  const { login: _login, timezone: _zone, ...columns } = columnsOf(user)
  // Both systems show the positions of whoever typed nothing.
  if (columns.displayed_position === (await store.findPositionNames(ctx.db, id))) {
    delete columns.displayed_position
  }
  const changed = differences(known, columns)
  if (isEmpty(changed)) {
    into.unchanged++
    return
  }
  if (!brought.has(id) && !(await store.isAsItCame(ctx.db, id))) {
    keep(into, id, Object.keys(changed))
    return
  }
  if (user.deletedAt !== null && !known.deleted_at) await deleteUser(ctx, id)
  await store.saveTransferred(ctx.db, id, { ...columns, ...datesOf(user) })
  if (user.status === 'blocked') await endCredentials(ctx, id)
  if (changed.email !== undefined) {
    await addressChanged(ctx, { user: id, before: known.email, after: changed.email })
  }
  ctx.changed(IDENTITY)
  await ctx.emit({
    type: 'user.updated',
    object: `user:${id}`,
    data: { login: known.login, isTransferred: true, changes: changesOf(known, changed) },
  })
  into.updated++
}

const columnsOf = ({ status, ...user }: TransferredUser) => ({
  ...toColumns(user),
  login: user.login,
  status: STATUSES.indexOf(status),
  deleted_at: user.deletedAt === null ? null : new Date(user.deletedAt),
})

const datesOf = (user: TransferredUser) => ({
  created_at: new Date(user.createdAt),
  created_by: user.createdBy,
  updated_at: new Date(user.updatedAt),
  updated_by: user.updatedBy,
})
