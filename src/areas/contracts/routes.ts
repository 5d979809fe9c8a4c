import { implement, type RequestContext } from '../../http/implement.ts'
import { etagOf } from '../../lib/etag.ts'
import { isShown, readProjection } from '../../lists/projection.ts'
import { contracts } from './operations.ts'
import * as service from './service.ts'

function answer(ctx: RequestContext, item: service.ContractItem) {
  ctx.setHeader('etag', etagOf(item.__version))
  return { item }
}

export const contractsRoutes = implement('contracts', contracts, {
  createItem: async ({ params, input }, ctx) =>
    answer(ctx, await service.createItem(ctx, params, input.context)),
  updateItem: async ({ params, input, headers }, ctx) =>
    answer(
      ctx,
      await service.updateItem(ctx, params, {
        id: params.id,
        context: input.context,
        ifMatch: headers['if-match'],
      }),
    ),
  getItem: async ({ params, input }, ctx) => {
    const { item } = answer(ctx, await service.getItem(ctx, params, params.id))
    const projection = readProjection(input.fields)
    const shown = Object.entries(item).filter(([code]) => isShown(projection, code))
    return { item: Object.fromEntries(shown) as service.ContractItem }
  },
  listItems: async ({ params, input }, ctx) => service.listItems(ctx, params, input),
  aggregate: async ({ params, input }, ctx) => service.aggregateItems(ctx, params, input),
})
