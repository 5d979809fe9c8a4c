import { implement } from '../../http/implement.ts'
import type { StartLimit } from '../processes/instances/start-limit.ts'
import { followSubmission, listForms, listSubmissions, revokeLink } from './follow.ts'
import { openForm, showForm } from './form.ts'
import { forms } from './operations.ts'
import { makeChallenge } from './proof.ts'
import { submitForm } from './submit.ts'
import { receiveFile } from './uploads.ts'

export const formsRoutes = (limit: StartLimit) =>
  implement('forms', forms, {
    list: async (_, ctx) => ({ forms: await listForms(ctx) }),
    listSubmissions: ({ params, input }, ctx) => listSubmissions(ctx, params, input),
    revokeLink: async ({ params }, ctx) => {
      await revokeLink(ctx, params.id)
      return {}
    },
    get: async ({ params }, ctx) => ({ form: await showForm(ctx, params) }),
    challenge: async ({ params, input }, ctx) =>
      makeChallenge(ctx, (await openForm(ctx, params)).form, input.for),
    upload: async ({ params, input }, ctx) => ({ file: await receiveFile(ctx, params, input) }),
    submit: ({ params, input }, ctx) => submitForm(ctx, { address: params, sent: input, limit }),
    follow: ({ input }, ctx) => followSubmission(ctx, input.secret),
  })
