import { SESSION_COOKIE } from '../../http/auth.ts'
import { implement } from '../../http/implement.ts'
import type { Jobs } from '../../platform/jobs/runner.ts'
import { DEVICE_LENGTH } from './devices.ts'
import { access } from './operations.ts'
import { endOwnSession, listOwnSessions } from './own-sessions.ts'
import { endPreview, startPreview } from './previews.ts'
import * as service from './service.ts'
import {
  changePassword,
  SESSION_LENGTH,
  setPassword,
  signIn,
  signOut,
  sweepAccess,
} from './sessions.ts'
import * as grants from './store/grants.ts'

/** By which a browser is known; it opens nothing. */
const DEVICE_COOKIE = 'kontor_device'

export const accessRoutes = (rules: service.Explainers) =>
  implement('access', access, {
    signIn: async ({ input }, ctx) => {
      const device = ctx.readCookie(DEVICE_COOKIE)
      const opened = await signIn(ctx, { ...input, device })
      ctx.setCookie(SESSION_COOKIE, opened.secret, SESSION_LENGTH)
      ctx.setCookie(DEVICE_COOKIE, opened.device, DEVICE_LENGTH)
      return { user: opened.account, isFirstPassword: opened.isFirstPassword }
    },
    currentSession: async (_, ctx) => {
      const { id, login, name, email, isAdministrator, credential } = ctx.user
      const scopes = credential.scopes?.slice() ?? null
      const { timeZone, isFirstPassword } = await service.getOwnSettings(ctx)
      const user = { id, login, name, email, isAdministrator, timeZone }
      return { user, scopes, isFirstPassword }
    },
    listSessions: async (_, ctx) => ({ sessions: await listOwnSessions(ctx) }),
    endSession: async ({ params }, ctx) => {
      await endOwnSession(ctx, params.id)
      return {}
    },
    signOut: async (_, ctx) => {
      await signOut(ctx)
      ctx.setCookie(SESSION_COOKIE, '', 0)
      return {}
    },
    createUser: async ({ input }, ctx) => ({ user: await service.createUser(ctx, input) }),
    setPassword: async ({ params, input }, ctx) => {
      if (params.id === ctx.user.id) await changePassword(ctx, input)
      else await ctx.write((step) => setPassword(step, params.id, input))
      return {}
    },
    changeMyPassword: async ({ input: { current, next } }, ctx) => {
      await changePassword(ctx, { password: next, currentPassword: current })
      return {}
    },
    listTokens: async ({ input }, ctx) => ({ tokens: await service.listTokens(ctx, input.user) }),
    createToken: async ({ input }, ctx) => service.createToken(ctx, input),
    revokeToken: async ({ params }, ctx) => {
      await service.revokeToken(ctx, params.id)
      return {}
    },
    listGrants: async ({ input }, ctx) => ({
      grants: await grants.listGrants(ctx.db, input.kind, input.object),
    }),
    grant: async ({ input }, ctx) => ({ grant: await service.grant(ctx, input) }),
    revokeGrant: async ({ params }, ctx) => {
      await service.revokeGrant(ctx, params.id)
      return {}
    },
    startPreview: async ({ input }, ctx) => ({ preview: await startPreview(ctx, input.user) }),
    endPreview: async ({ params }, ctx) => {
      await endPreview(ctx, params.id)
      return {}
    },
    explain: async ({ input }, ctx) => service.explain(ctx, input, rules),
  })

export const accessJobs: Jobs = {
  handlers: { 'access.sweep': (job) => job.write(sweepAccess) },
  schedule: { 'access.sweep': '*/10 * * * *' },
}
