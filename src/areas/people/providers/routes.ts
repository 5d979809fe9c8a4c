import { Readable } from 'node:stream'
import { Download, implement } from '../../../http/implement.ts'
import { SESSION_COOKIE } from '../../../platform/caller.ts'
import type { Jobs } from '../../../platform/jobs/runner.ts'
import type { OutsideCaller } from '../../../platform/outside/caller.ts'
import { answerAdmission, visitorOf } from '../../access/sign-in-reply.ts'
import { getPerson } from '../users/service.ts'
import { ATTEMPT_LENGTH, cookieOf, stateIn, sweepAttempts } from './attempts.ts'
import { previewSignIn } from './directory-preview.ts'
import { signInWithPassword } from './directory-sign-in.ts'
import { compareNow } from './directory-sync.ts'
import { listIdentities, unlink } from './identities.ts'
import type { Directories } from './ldap/directories.ts'
import { OidcClients } from './oidc/clients.ts'
import { providers } from './operations.ts'
import { getPolicy, savePolicy } from './policy.ts'
import { SamlSigners } from './saml/signers.ts'
import * as service from './service.ts'
import { describeTo, finish, start, testConnection, type Ways } from './sign-in.ts'
import { answerLogout, logOut, signOutEverywhere } from './sign-out.ts'

type Reached = { outside: OutsideCaller; directories: Directories }

export const providersRoutes = ({ outside, directories }: Reached) =>
  routesWith({ clients: new OidcClients(outside), signers: new SamlSigners(outside) }, directories)

const routesWith = ({ clients, signers }: Ways, directories: Directories) =>
  implement('providers', providers, {
    listChoices: (_, ctx) => service.listChoices(ctx),
    start: async ({ params, input }, ctx) => {
      const { url, attempt } = await start(ctx, clients, { ...params, ...input })
      ctx.setCookie(cookieOf(attempt.state), attempt.secret, ATTEMPT_LENGTH)
      return { url }
    },
    finish: async ({ params, input: { query } }, ctx) => {
      const cookie = cookieOf(stateIn(query))
      const secret = ctx.readCookie(cookie)
      if (secret !== undefined) ctx.setCookie(cookie, '', 0)
      const visitor = visitorOf(ctx)
      const wanted = { ...params, query, secret, visitor }
      const { admission, returnTo } = await finish(ctx, { clients, signers }, wanted)
      return { returnTo, signedIn: admission && answerAdmission(ctx, admission) }
    },
    describe: async ({ params: { provider } }, ctx) => {
      const text = await describeTo(ctx, provider)
      const [type = ''] = providers.describe.streams ?? []
      return new Download(Readable.from([text]), { type, name: `kontor-${provider}.xml` })
    },
    withPassword: async ({ params, input }, ctx) => {
      const given = { ...params, ...input, visitor: visitorOf(ctx) }
      const admission = await signInWithPassword(ctx, directories, given)
      return { signedIn: admission && answerAdmission(ctx, admission) }
    },
    signOut: async (_, ctx) => {
      const url = await signOutEverywhere(ctx, clients)
      ctx.setCookie(SESSION_COOKIE, '', 0)
      return { url }
    },
    logOut: async ({ params, input }, ctx) => {
      await logOut(ctx, clients, { ...params, token: input.logout_token })
      return {}
    },
    answerLogout: async ({ params, input }, ctx) => ({
      url: await answerLogout(ctx, signers, { ...params, ...input }),
    }),
    list: async (_, ctx) => ({ providers: await service.listProviders(ctx, ctx.site) }),
    create: async ({ input }, ctx) => {
      const id = await service.createProvider(ctx, input)
      return { provider: await service.showProvider(ctx, id, ctx.site) }
    },
    update: async ({ params: { id }, input }, ctx) => {
      await service.updateProvider(ctx, id, input)
      return { provider: await service.showProvider(ctx, id, ctx.site) }
    },
    delete: async ({ params }, ctx) => {
      await service.deleteProvider(ctx, params.id)
      return {}
    },
    test: ({ params }, ctx) => testConnection(ctx, { clients, signers, directories }, params.id),
    compare: async ({ params }, ctx) => {
      await compareNow(ctx, params.id)
      return {}
    },
    preview: async ({ params, input }, ctx) => {
      const findings = await previewSignIn(ctx, directories, { ...params, ...input })
      return { findings }
    },
    getPolicy: async (_, ctx) => ({ policy: await getPolicy(ctx) }),
    savePolicy: async ({ input }, ctx) => ({ policy: await savePolicy(ctx, input) }),
    listOwn: async (_, ctx) => ({ identities: await listIdentities(ctx, ctx.user.id) }),
    link: async ({ input }, ctx) => {
      const { url, attempt } = await start(ctx, clients, { ...input, isLink: true })
      ctx.setCookie(cookieOf(attempt.state), attempt.secret, ATTEMPT_LENGTH)
      return { url }
    },
    unlink: async ({ params }, ctx) => {
      await unlink(ctx, params.id)
      return {}
    },
    listOf: async ({ params }, ctx) => {
      const { id } = await getPerson(ctx, params.id)
      return { identities: await listIdentities(ctx, id) }
    },
  })

export const providersJobs: Jobs = {
  handlers: {
    'providers.sweep': (job) => job.write(async (ctx) => void (await sweepAttempts(ctx))),
  },
  schedule: { 'providers.sweep': '*/10 * * * *' },
}
