import type { Row } from '../../../lib/transfer.ts'
import type { Job } from './job.ts'
import type { Json, Portal } from './portal.ts'

const SIZE = 1000

/** What the numbers of the other product mean: invited, refused, active, blocked, cancelled. */
const STATUSES = ['invited', 'blocked', 'active', 'blocked', 'blocked'] as const

/** They come every time: there are few, and who has gone must not stay. */
export async function bringUsers({ portal, target, state, progress }: Job): Promise<void> {
  let count = 0
  for await (const rows of listUsers(portal)) {
    // Whoever was linked to an account here is that account, whatever becomes of it.
    const fresh = rows.filter(({ __id }) => !state.ids.has(String(__id)))
    if (fresh.length > 0) {
      await target.store({ kind: 'users', rows: fresh.map(toUser) }, state.ids)
    }
    count += rows.length
    progress.at('users', count)
  }
  await state.save()
  progress.done('users', count)
}

/** In the order in which they were made: new ones are on the last page. */
export const listUsers = (portal: Portal): AsyncGenerator<Json[]> =>
  portal.pages('user/list', {
    ...{ size: SIZE, sortExpressions: [{ field: '__createdAt', ascending: true }] },
  })

function toUser(user: Json): Row {
  const { lastname, firstname, middlename } = (user.fullname ?? {}) as Record<string, string>
  const { status = 2 } = (user.__status ?? {}) as { status?: number }
  const login = [user.login, user.email, user.__id].find((each) => each)
  return withoutEmpty({
    ...{ id: user.__id, login, email: user.email, status: STATUSES[status] ?? 'blocked' },
    ...{ lastName: lastname, firstName: firstname, middleName: middlename },
    ...{ mobilePhone: user.mobilePhone, workPhone: user.workPhone, accounts: user.accounts },
    ...{ birthDate: dayOf(user.birthDate), hireDate: dayOf(user.hireDate) },
    ...{ timezone: user.timezone, displayedPosition: user.displayedPosition },
    ...{ avatar: user.avatar, externalId: user.__externalId },
    ...{ createdAt: user.__createdAt, createdBy: user.__createdBy },
    ...{ updatedAt: user.__updatedAt, updatedBy: user.__updatedBy, deletedAt: user.__deletedAt },
  })
}

const dayOf = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 10) : null)

const withoutEmpty = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value != null && value !== ''))
