import { type Condition, either, has } from '../../../kinds/condition.ts'
import { idIn, type Reader } from '../../../kinds/kind.ts'
import { definedResource } from '../../../kinds/resources.ts'
import type { ResourceKind } from '../../../platform/access.ts'
import type { Context } from '../../../platform/context.ts'
import { raw, sql } from '../../../platform/db/sql.ts'
import { actorsOf } from '../../people/substitutions/service.ts'

export type Place = { namespace: string; code: string }

export const resourceOf = ({ namespace, code }: Place) => ({
  kind: 'process',
  id: `${namespace}/${code}`,
})

/** Who changes items does not steer the processes about them: that would be a way past an approval. */
export const processResource: ResourceKind = {
  ...definedResource('process'),
  ownRights: ['update', 'delete'],
}

export const may = (ctx: Context, place: Place, right: string): Promise<boolean> =>
  ctx.access.can(ctx.db, ctx.user, right, resourceOf(place))

export const instanceFacts = {
  process: idIn(raw('t.template_id')),
  author: idIn(raw('t.created_by')),
  /** Whoever was asked to do something in it. */
  performers: {
    values:
      raw(`array(select distinct p from kontor.process_tasks k cross join unnest(k.performers) p
      where k.instance_id = t.id)`),
    hasAny: (people: readonly string[]) => sql`t.id in (
      select k.instance_id from kontor.process_tasks k
      where k.performers && ${people}::uuid[] and k.instance_id = t.id)`,
  },
}

/** Those who started an instance and those who were asked to do something in it may see it. */
export const ownInstances = async (reader: Reader): Promise<Condition> =>
  either(has('author', [reader.ctx.user.id]), has('performers', await actorsOf(reader)))
