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

/** Who changes items does not steer the processes about them: that would be a way past an approval. */
export const processResource: ResourceKind = {
  ...definedResource('process'),
  ownRights: ['update', 'delete'],
}

export const may = (ctx: Context, place: AppAddress, right: string): Promise<boolean> =>
  ctx.access.can(ctx.db, ctx.user, right, resourceOf(place))

/** Those who started an instance and those who were asked to do something in it may see it. */
export const ownInstances = async (reader: Reader): Promise<Condition> =>
  either(has('author', [reader.ctx.user.id]), has('performers', await actorsOf(reader)))
