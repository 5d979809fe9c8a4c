import { implement } from '../../http/implement.ts'
import type { ObjectKinds } from '../../kinds/kinds.ts'
import { search } from './operations.ts'
import { find } from './service.ts'

export const searchRoutes = (kinds: ObjectKinds) =>
  implement('search', search, {
    find: async ({ input: { q, kinds: wanted, ...rest } }, ctx) =>
      find(ctx, kinds, { text: q, ...rest, ...(wanted && { kinds: wanted.split(',') }) }),
  })
