import { implement } from '../../http/implement.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import type { StartLimit } from '../processes/instances/start-limit.ts'
import { Attempts } from './attempts.ts'
import { followSubmission, listForms, listSubmissions, revokeLink } from './follow.ts'
import { openForm, showForm } from './form.ts'
import { forms } from './operations.ts'
import { makeChallenge, networkOf } from './proof.ts'
import { submitForm } from './submit.ts'
import { receiveFile } from './uploads.ts'

export function formsRoutes(limit: StartLimit, requests: RateLimit) {
  const attempts = new Attempts()
  const admit = <C extends { address: string }>(ctx: C): C => {
    const { refusal } = requests.take(networkOf(ctx.address))
    if (refusal) throw refusal
    return ctx
  }
  return implement('forms', forms, {
    list: async (_, ctx) => ({ forms: await listForms(ctx) }),
    listSubmissions: ({ params, input }, ctx) => listSubmissions(ctx, params, input),
    revokeLink: async ({ params }, ctx) => {
      await revokeLink(ctx, params.id)
      return {}
    },
    get: async ({ params }, ctx) => ({ form: await showForm(admit(ctx), params) }),
    challenge: async ({ params, input }, ctx) =>
      makeChallenge(ctx, (await openForm(admit(ctx), params)).form, input.for),
    upload: async ({ params, input }, ctx) => ({
      file: await receiveFile(admit(ctx), params, input),
    }),
    submit: async ({ params, input }, ctx) =>
      submitForm(admit(ctx), { address: params, sent: input, limit, attempts }),
    follow: async ({ input }, ctx) => followSubmission(admit(ctx), input.secret),
  })
}
