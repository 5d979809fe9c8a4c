import type { Handlers } from '../../../http/implement.ts'
import { ATTEMPT_LENGTH } from '../attempts.ts'
import { ATTEMPT_COOKIE, answerAdmission, stepOf } from '../sign-in-reply.ts'
import { listFactorGroups, listPeopleWithFactors } from '../store/factors.ts'
import { confirmIdentity } from './confirmation.ts'
import { beginApp, beginPasskey, finishApp, finishPasskey } from './enrolment.ts'
import type { factorOperations } from './operations.ts'
import * as service from './service.ts'
import { answerWithCode, answerWithPasskey, askPasskey } from './sign-in.ts'

export const factorHandlers: Handlers<typeof factorOperations> = {
  signInWithApp: async ({ input: { code } }, ctx) =>
    answerAdmission(ctx, await answerWithCode(ctx, stepOf(ctx), { method: 'app', code })),
  signInWithRecoveryCode: async ({ input: { code } }, ctx) =>
    answerAdmission(ctx, await answerWithCode(ctx, stepOf(ctx), { method: 'recovery_code', code })),
  askPasskey: async (_, ctx) => {
    const { options, attempt } = await askPasskey(ctx, { ...stepOf(ctx), site: ctx.site })
    ctx.setCookie(ATTEMPT_COOKIE, attempt, ATTEMPT_LENGTH)
    return { options: { ...options } }
  },
  signInWithPasskey: async ({ input: { answer } }, ctx) =>
    answerAdmission(ctx, await answerWithPasskey(ctx, { ...stepOf(ctx), site: ctx.site }, answer)),
  confirmIdentity: async ({ input }, ctx) => {
    const { secret } = stepOf(ctx)
    await confirmIdentity(ctx, input, { secret, site: ctx.site, address: ctx.address })
    return {}
  },
  getFactors: async (_, ctx) => ({ factors: await service.getOwnFactors(ctx) }),
  addApp: async (_, ctx) => {
    const { attempt, secret, uri } = await beginApp(ctx, stepOf(ctx).secret)
    ctx.setCookie(ATTEMPT_COOKIE, attempt, ATTEMPT_LENGTH)
    return { secret, uri }
  },
  confirmApp: async ({ input }, ctx) => {
    const { recoveryCodes, admission } = await finishApp(ctx, stepOf(ctx), input.code)
    return { recoveryCodes, signedIn: admission && answerAdmission(ctx, admission) }
  },
  removeApp: async (_, ctx) => {
    await service.removeApp(ctx)
    return {}
  },
  addPasskey: async (_, ctx) => {
    const { attempt, options } = await beginPasskey(ctx, stepOf(ctx).secret, ctx.site)
    ctx.setCookie(ATTEMPT_COOKIE, attempt, ATTEMPT_LENGTH)
    return { options: { ...options } }
  },
  confirmPasskey: async ({ input }, ctx) => {
    const step = { ...stepOf(ctx), site: ctx.site }
    const { recoveryCodes, admission } = await finishPasskey(ctx, step, input)
    return { recoveryCodes, signedIn: admission && answerAdmission(ctx, admission) }
  },
  removePasskey: async ({ params }, ctx) => {
    await service.removePasskey(ctx, params.passkey)
    return {}
  },
  newRecoveryCodes: async (_, ctx) => ({ recoveryCodes: await service.renewRecoveryCodes(ctx) }),
  listFactors: async ({ input }, ctx) => listPeopleWithFactors(ctx.db, input),
  resetFactors: async ({ params }, ctx) => {
    await service.resetFactors(ctx, params.id)
    return {}
  },
  getFactorPolicy: async (_, ctx) => ({ groups: await listFactorGroups(ctx.db) }),
  saveFactorPolicy: async ({ input }, ctx) => ({
    groups: await service.saveFactorPolicy(ctx, input.groups),
  }),
  listUserSessions: async ({ params }, ctx) => ({
    sessions: await service.listUserSessions(ctx, params.id),
  }),
  endUserSessions: async ({ params }, ctx) => {
    await service.endUserSessions(ctx, params.id)
    return {}
  },
}
