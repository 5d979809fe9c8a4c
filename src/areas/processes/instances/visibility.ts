import { type Condition, either, has } from '../../../kinds/condition.ts'
import type { Reader } from '../../../kinds/kind.ts'
import { definedResource } from '../../../kinds/resources.ts'
import type { AppAddress } from '../../../lib/app-path.ts'
import type { ResourceKind } from '../../../platform/access.ts'
import type { Context } from '../../../platform/context.ts'
import { actorsOf } from '../../people/substitutions/service.ts'

export const resourceOf = ({ namespace, code }: AppAddress) => ({
  kind: 'process',
  id: `${namespace}/${code}`,
})

/** Rights on items grant none on the processes about them, which would bypass approvals. */
export const processResource: ResourceKind = {
  ...definedResource('process'),
  ownRights: ['update', 'delete'],
}

export const may = (ctx: Context, place: AppAddress, right: string): Promise<boolean> =>
  ctx.access.can(ctx.db, ctx.user, right, resourceOf(place))

/** Instances that the reader started or was asked to do something in. */
export const ownInstances = async (reader: Reader): Promise<Condition> =>
  either(has('author', [reader.ctx.user.id]), has('performers', await actorsOf(reader)))
