import type { Row } from '../../../lib/transfer.ts'
import type { Job } from './job.ts'
import type { Json } from './portal.ts'

/** After the users: members are users, other groups, and units of the org chart that are here. */
export async function bringGroups({ portal, target, state, progress }: Job): Promise<void> {
  const rows = await portal.all('scheme/groups/list', { active: true })
  const groups = rows.filter(({ __deletedAt }) => !__deletedAt).map(toGroup)
  if (groups.length > 0) await target.store({ kind: 'groups', rows: groups }, state.ids)
  await state.save()
  progress.done('groups', groups.length)
}

const toGroup = (group: Json): Row => ({
  ...{ id: group.__id, namespace: group.namespace, code: group.code, name: group.__name },
  ...{ description: group.description ?? '', isRole: group.isRole ?? false },
  members: group.subOrgunitIds ?? [],
  ...{ createdAt: group.__createdAt, createdBy: group.__createdBy },
  ...{ updatedAt: group.__updatedAt, updatedBy: group.__updatedBy },
})
