import type { AppAddress } from '../../lib/app-path.ts'
import type { PageRequest } from '../../lists/page.ts'
import type { Context } from '../../platform/context.ts'
import { listPeopleByName } from '../people/users/service.ts'
import { itemsWith } from './policy.ts'
import { getApp } from './service.ts'
import { listDeleted } from './store/items.ts'
import { shapeOf } from './store/shape.ts'

/** The deleted items that the caller may restore. */
export async function deletedItems(ctx: Context, address: AppAddress, page: PageRequest) {
  const app = await getApp(ctx, address)
  const where = await itemsWith(ctx, app, 'delete')
  const { rows, ...rest } = await listDeleted(ctx.db, shapeOf(app), { where, ...page })
  const people = await listPeopleByName(
    ctx,
    rows.map(({ by }) => by),
  )
  const toDeleted = ({ id, name, at, by }: (typeof rows)[number]) => ({
    id,
    name: name ?? '',
    deletedAt: at.toISOString(),
    deletedBy: { id: by, name: people.get(by) ?? '' },
  })
  return { items: rows.map(toDeleted), ...rest }
}
