import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FormAddress, findForm, stateOf } from '../areas/forms/form.ts'
import { networkOf } from '../areas/forms/proof.ts'
import { ANONYMOUS } from '../http/auth.ts'
import { formPolicy, renderPage, sendPage } from '../http/html.ts'
import { languageOf } from '../http/language.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { varyBy } from '../http/vary.ts'
import { type Platform, read } from '../platform/context.ts'
import type { Log } from '../platform/log.ts'

const WITHOUT_SCRIPTS = {
  en: 'This page needs JavaScript.',
  ru: 'Для этой страницы нужен JavaScript.',
}

/** Per address and minute, for pages and their requests together: a company may share one address. */
export const MOST_REQUESTS = 300

type Shared = { platform: Platform; strangers: RateLimit }

/** The pages of public forms: a few kilobytes of their own, without the console and without a sign-in. */
export function addForms(server: FastifyInstance, { platform, strangers }: Shared): void {
  server.get('/forms/follow', (request, reply) => show(request, reply, { origins: [] }))
  server.get<{ Params: FormAddress }>('/forms/:namespace/:app/:code', async (request, reply) => {
    const { refusal } = strangers.take(networkOf(request.ip))
    if (refusal) throw refusal
    const language = languageOf(request.headers)
    const origin = { user: ANONYMOUS, requestId: request.id, log: request.log as Log, language }
    const form = await read(platform, origin, async (ctx) => {
      const found = await findForm(ctx, request.params)
      return found && (await stateOf(ctx, found)) === 'on' ? found : undefined
    })
    if (!form) reply.code(404)
    return show(request, reply, { name: form?.body.name, origins: form?.body.origins ?? [] })
  })
}

type Shown = { name?: string | undefined; origins: readonly string[] }

async function show(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { name = 'Kontor', origins }: Shown,
): Promise<FastifyReply> {
  const language = languageOf(headers) === 'ru' ? 'ru' : 'en'
  varyBy(reply, 'accept-language')
  // An older header than the policy, without a list of sites.
  if (origins.length > 0) reply.removeHeader('x-frame-options')
  const page = await renderPage('form.html', {
    language,
    name,
    noscript: WITHOUT_SCRIPTS[language],
  })
  return sendPage(reply.header('cache-control', 'no-store'), page, formPolicy(origins))
}
