import { implement } from '../../http/implement.ts'
import { Cache } from '../../lib/cache.ts'
import { SESSION_COOKIE } from '../../platform/caller.ts'
import { sharedDb } from '../../platform/db/db.ts'
import { safePosition } from '../../platform/events.ts'
import type { Jobs } from '../../platform/jobs/runner.ts'
import { addressHandlers } from './addresses/routes.ts'
import { sweepAddresses } from './addresses/service.ts'
import { describeNeed } from './admission.ts'
import { findAttempt } from './attempts.ts'
import { factorHandlers } from './factors/routes.ts'
import { linkHandlers } from './links/routes.ts'
import { hasMail } from './links/service.ts'
import { sweepConnections } from './oauth/connections.ts'
import { access } from './operations.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'
import { endPreview, startPreview } from './previews.ts'
import * as service from './service.ts'
import { changePassword, setInitialPassword, signIn, signOut, sweepAccess } from './sessions.ts'
import { ATTEMPT_COOKIE, answerAdmission, stepOf, visitorOf } from './sign-in-reply.ts'
import { chooseNewPassword } from './sign-in-steps.ts'
import * as grants from './store/grants.ts'

/** Milliseconds. Starting a little earlier in the event log misses nothing. */
const POSITION_KEPT = 1000

export const accessRoutes = (rules: service.Explainers) => {
  const positions = new Cache<Promise<number>>({ milliseconds: POSITION_KEPT })
  return implement('access', access, {
    ...factorHandlers,
    ...linkHandlers,
    ...addressHandlers,
    signIn: async ({ input }, ctx) => {
      return answerAdmission(ctx, await signIn(ctx, input, visitorOf(ctx)))
    },
    chooseNewPassword: async ({ input }, ctx) =>
      answerAdmission(ctx, await chooseNewPassword(ctx, input.password, stepOf(ctx))),
    getSignIn: async (_, ctx) => {
      const attempt = await findAttempt(ctx, ctx.readCookie(ATTEMPT_COOKIE))
      const { user, methods } = attempt ?? {}
      const pending = (user && methods && (await describeNeed(ctx, { user, methods }))) || null
      return { pending, hasReset: hasMail(ctx) }
    },
    currentSession: async (_, ctx) => {
      const { id, login, name, email, isAdministrator, isGuest, credential } = ctx.user
      const scopes = credential.scopes?.slice() ?? null
      const { timeZone, isFirstPassword } = await service.getOwnSettings(ctx)
      const user = { id, login, name, email, isAdministrator, isGuest, timeZone }
      const position = await positions.get('', () => safePosition(sharedDb(ctx.db)))
      return { user, scopes, assistants: credential.assistants ?? 'on', isFirstPassword, position }
    },
    listSessions: async (_, ctx) => ({ sessions: await listOwnSessions(ctx) }),
    endOtherSessions: async (_, ctx) => {
      await endOtherSessions(ctx)
      return {}
    },
    endSession: async ({ params }, ctx) => {
      await endOwnSession(ctx, params.id)
      return {}
    },
    signOut: async (_, ctx) => {
      await signOut(ctx)
      ctx.setCookie(SESSION_COOKIE, '', 0)
      return {}
    },
    createUser: async ({ input }, ctx) => ({
      user: await service.createUser(ctx, { ...input, isInitialPassword: true }),
    }),
    setPassword: async ({ params, input }, ctx) => {
      if (params.id === ctx.user.id) await changePassword(ctx, input)
      else await ctx.write((step) => setInitialPassword(step, params.id, input.password))
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
}

export const accessJobs: Jobs = {
  handlers: {
    'access.sweep': (job) =>
      job.write(async (ctx) => {
        await sweepAccess(ctx)
        await sweepConnections(ctx)
        await sweepAddresses(ctx)
      }),
  },
  schedule: { 'access.sweep': '*/10 * * * *' },
}
