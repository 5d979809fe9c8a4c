import { implement } from '../../http/implement.ts'
import { listSubordinates } from '../people/org-chart/service.ts'
import { getNavigation } from './navigation.ts'
import { workplace } from './operations.ts'
import { getPage } from './pages.ts'
import * as settings from './settings.ts'
import { listDesigned } from './solutions.ts'

export const workplaceRoutes = implement('workplace', workplace, {
  navigation: async (_, ctx) => ({
    workspaces: await getNavigation(ctx),
    hasPeople: (await listSubordinates(ctx, ctx.user.id)).length > 0,
  }),
  page: async ({ params }, ctx) => ({ page: await getPage(ctx, params) }),
  solutions: async (_, ctx) => ({ solutions: await listDesigned(ctx) }),
  getSettings: async (_, ctx) => ({ settings: await settings.getSettings(ctx) }),
  saveSetting: async ({ params, input }, ctx) => {
    await settings.saveSetting(ctx, params.key, input.value)
    return {}
  },
  deleteSetting: async ({ params }, ctx) => {
    await settings.deleteSetting(ctx, params.key)
    return {}
  },
  people: async (_, ctx) => ({ users: await listSubordinates(ctx, ctx.user.id) }),
})
