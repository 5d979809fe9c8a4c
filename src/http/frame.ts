import type { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { isPublic } from '../api/envelope.ts'
import { List } from '../api/list.ts'
import type { Method, Operation } from '../api/operation.ts'
import { forbidden, invalid, unauthorized } from '../lib/errors.ts'
import { writeObject } from '../lib/json-text.ts'
import { type Caller, hasScope, NOT_FOR_GUESTS } from '../platform/caller.ts'
import {
  type Context,
  type Origin,
  type Platform,
  read,
  readContext,
  write,
} from '../platform/context.ts'
import type { Log } from '../platform/log.ts'
import { causeOf, DEEPEST_OUTSIDE, readChain, refuseEndless } from '../platform/outside/chain.ts'
import { cookieName, isSecure, readCookie } from './auth.ts'
import { check, orEmpty } from './body.ts'
import { checkKeysBeside } from './context-keys.ts'
import { type Answer, answerFile, endIfStalled } from './downloads.ts'
import {
  type Attempt,
  attempt,
  claim,
  claimSteps,
  forgetSteps,
  type Reply,
  remember,
  rememberSteps,
} from './idempotency.ts'
import { Download, FileContent, type RequestContext, type Routes } from './implement.ts'
import { languageOf } from './language.ts'
import { checkDeclaredEffects, checkPrivileges, refusePrograms } from './privileges.ts'
import { DATA_ONLY } from './problem.ts'
import { readQuery } from './query.ts'
import { checkProof } from './step-up.ts'
import { dropRest, readUpload, type Upload, type UploadLimits } from './uploads.ts'

/** One operation bound to its handler. */
export type Endpoint = {
  area: string
  name: string
  operation: Operation
  handler: Routes['handlers'][string]
}

export type FrameOptions = {
  platform: Platform
  /** Check every reply against its declaration: in tests only. */
  checkReplies: boolean
  uploads: UploadLimits
  /** The public address of the server; absent = as in the request. */
  site: string | undefined
}

/** Areas whose reads may go to a standby. All other reads are small, or must use the primary. */
const REPLICATED: ReadonlySet<string> = new Set([
  ...['apps', 'audit', 'contracts', 'disk', 'docflow', 'marketing', 'nomenclature', 'registration'],
  ...['reports', 'scheme', 'search', 'tasks', 'telephony', 'users', 'workplace'],
])

/** Handles one request: authenticate, authorize, validate, run the handler, respond. */
export async function serve(
  { platform, checkReplies, uploads, site }: FrameOptions,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Answer> {
  const { operation } = endpoint
  const user = request.caller
  checkCaller(endpoint, user)
  const given = readInput(operation, request)
  const aside = checkKeysBeside(operation, given)
  const received = {
    params: check(operation.params, request.params),
    input: check(operation.input, given),
    headers: check(operation.headers, request.headers),
  }
  checkProof(platform, operation, { user, received })
  const language = languageOf(request.headers)
  const left = () => request.running.left()
  const mayUseReplica = REPLICATED.has(endpoint.area)
  const log = request.log as Log
  const { owner } = request
  const cause = causeOf(readChain(platform, request.headers))
  if (operation.writes) refuseEndless(cause, DEEPEST_OUTSIDE)
  const warnings = new Set<string>()
  const warn = (message: string) => {
    if (warnings.size < MOST_WARNINGS) warnings.add(message)
  }
  const origin = {
    ...{ user, owner, requestId: request.id, log, language },
    ...{ left, mayUseReplica, cause, warn },
  }
  let rest: ((ctx: Context) => Promise<object>) | undefined
  let upload: Upload | undefined
  let answer: Answer | undefined
  /** Nobody reads the stream of an answer that is not sent. */
  const discard = () => answer?.stream?.destroy()
  const act = async (ctx: Context): Promise<Answer> => {
    discard()
    answer = await actOnce(ctx)
    return answer
  }
  const actOnce = async (ctx: Context): Promise<Answer> => {
    rest = undefined
    warnings.clear()
    const headers: Record<string, string> = {}
    const cookies: string[] = []
    let status = 200
    const watched = (each: Context) => (checkReplies ? checkDeclaredEffects(each, operation) : each)
    const requestContext: RequestContext = {
      ...watched(ctx),
      setHeader: (name, value) => {
        headers[name] = value
      },
      setCookie: (name, value, seconds) => {
        cookies.push(toCookie(name, value, { seconds, secure: isSecure(request, site) }))
      },
      readCookie: (name) => readCookie(request, name, site),
      setStatus: (code) => {
        status = code
      },
      afterCommit: (work) => {
        rest = work
      },
      receive: async () => {
        upload = await readUpload(request, uploads)
        return upload
      },
      left,
      ended: () => request.running.ended(),
      address: request.ip,
      agent: request.headers['user-agent'] ?? '',
      // Without a configured address, links must use the address the caller used (a mapped port, a
      // name of the local network) or they would not work for it. `Host` can be anything, so this is
      // only for the answer: nothing that is stored, mailed or sent to others may contain it.
      site: site?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`,
      write: (work, as = user) =>
        write(platform, { ...origin, user: as }, (step) => work(watched(step))),
    }
    for (const ignored of aside) requestContext.warn(ignored)
    const result = await endpoint.handler(received, requestContext)
    if (result instanceof FileContent) return answerFile(result.file, request)
    if (result instanceof Download) return { ...toReply(result), idle: uploads.idle }
    const timing = result instanceof List ? result.serverTiming : undefined
    if (timing !== undefined) headers['server-timing'] = timing
    return { status, headers, body: toBody(result), cookies }
  }
  const toBody = (result: object): string => {
    const text = toText(operation, result)
    if (checkReplies) checkReply(endpoint, text)
    return withWarnings(text, [...warnings])
  }
  const finish = async (reply: Answer): Promise<Answer> =>
    rest ? { ...reply, body: toBody(await read(platform, origin, rest)) } : reply
  const isTrial = operation.writes && readTrial(request)
  if (isTrial && (operation.isUpload || operation.inSteps)) {
    if (operation.isUpload) dropRest(request.raw)
    throw invalid('this operation cannot be tried out')
  }
  if (operation.isUpload) {
    return act(readContext(platform, origin))
      .catch((error: unknown) => {
        dropRest(request.raw)
        throw error
      })
      .finally(() => upload?.discard())
  }
  if (isTrial) return tryOut(platform, origin, act)
  const once = operation.writes ? attemptOf(request) : undefined
  if (operation.inSteps) {
    const steps = () => act(readContext(platform, origin))
    // Anonymous callers share one user, and must not get each other's responses.
    if (!once || operation.access === 'public') return steps()
    return serveSteps(platform, origin, once, steps)
  }
  if (!operation.writes) {
    return read(platform, origin, act).catch((error: unknown) => {
      discard()
      throw error
    })
  }
  if (!once) return finish(await write(platform, origin, act))
  let isReplay = false
  const reply = await write(
    platform,
    origin,
    async (ctx) => {
      const stored = await claim(ctx.db, once)
      isReplay = stored !== undefined
      return stored ? replay(stored) : act(ctx)
    },
    (answer) => (isReplay ? [] : [remember(once, answer, platform.now())]),
  )
  return finish(reply)
}

const MOST_WARNINGS = 20

const TRIAL = 'kontor-dry-run'

/** An invalid dry-run header is refused, so that nothing is written by accident. */
function readTrial({ headers }: FastifyRequest): boolean {
  const { [TRIAL]: asked = 'false' } = headers
  if (asked === 'true' || asked === 'false') return asked === 'true'
  throw invalid(`the header ${TRIAL} must be true or false`)
}

/** The answer of a dry run; the transaction is rolled back and no event is emitted. */
async function tryOut(
  platform: Platform,
  origin: Origin,
  act: (ctx: Context) => Promise<Answer>,
): Promise<Answer> {
  class Tried extends Error {}
  let answer: Answer | undefined
  try {
    await write(platform, origin, act, (reply) => {
      answer = reply
      throw new Tried()
    })
  } catch (error) {
    if (!(error instanceof Tried) || !answer) throw error
  }
  if (!answer) throw new Error('a trial was committed')
  return { ...answer, headers: { ...answer.headers, [TRIAL]: 'true' } }
}

const replay = (reply: Reply): Answer => ({
  ...reply,
  headers: { ...reply.headers, ...REPLAYED },
})

function attemptOf({ headers, caller, method, url, body }: FastifyRequest): Attempt | undefined {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return undefined
  const { kind, id } = caller.credential
  return attempt(caller.id, key, { credential: `${kind}:${id}`, method, url, body })
}

async function serveSteps(
  platform: Platform,
  origin: Origin,
  once: Attempt,
  steps: () => Promise<Answer>,
): Promise<Answer> {
  const stored = await write(platform, origin, ({ db }) => claimSteps(db, once, platform.now()))
  if (stored) return replay(stored)
  const reply = await steps().catch(async (error: unknown) => {
    await write(platform, origin, ({ db }) => forgetSteps(db, once))
    throw error
  })
  // If this fails, the key stays taken: completed work must not be repeated.
  await write(platform, origin, ({ db }) => rememberSteps(db, once, reply))
  return reply
}

const toCookie = (
  name: string,
  value: string,
  { seconds, secure }: { seconds: number; secure: boolean },
): string =>
  `${cookieName(name, secure)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

const toReply = ({ content, type, name }: Download): Answer => ({
  status: 200,
  headers: {
    'content-type': type,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
  },
  body: '',
  stream: content,
})

const REPLAYED = { 'idempotency-replayed': 'true' }

/** `isOwn` allows what is otherwise for administrators, because it is the caller's own. */
export function checkCaller({ area, operation }: Endpoint, user: Caller, isOwn = false): void {
  refusePrograms(operation, user.credential)
  if (operation.access === 'public') return
  if (user.credential.kind === 'system') {
    throw unauthorized(
      'credentials are missing: send a token as "Authorization: Bearer <token>" or "X-Token: <token>"',
    )
  }
  if (user.isGuest && operation.access !== 'guest') throw forbidden(NOT_FOR_GUESTS)
  if (operation.access === 'administrator' && !user.isAdministrator && !isOwn) {
    throw forbidden('administrator rights are required')
  }
  if (!hasScope(user.credential, area, operation.writes)) {
    const right = operation.writes ? 'write' : 'read'
    throw forbidden(`this token does not have the scope "${area}:${right}"`)
  }
  checkPrivileges(operation, user)
}

function readInput(operation: Operation, request: FastifyRequest): unknown {
  if (operation.isUpload) return inAnyCase(operation, request.query as Record<string, unknown>)
  const method = request.method as Method
  if (method !== 'GET' && method !== 'DELETE' && request.method !== 'HEAD') {
    return withQuery(operation, orEmpty(request.body, operation.input), request.query)
  }
  const query = request.query as Record<string, unknown>
  if (!isPublic(operation)) return query
  return orEmpty(readQuery(query), operation.input)
}

function withQuery({ inQuery }: Operation, body: unknown, query: unknown): unknown {
  if (inQuery.length === 0 || typeof body !== 'object' || Array.isArray(body)) return body
  const given = query as Record<string, unknown>
  return { ...body, ...Object.fromEntries(inQuery.map((name) => [name, given[name]])) }
}

/** Parameter names of uploads are case-insensitive: `hash`, `Hash`. */
function inAnyCase({ input }: Operation, query: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys((input as z.ZodObject).shape)
  const nameOf = (given: string) =>
    names.find((name) => name.toLowerCase() === given.toLowerCase()) ?? given
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [nameOf(name), value]))
}

function toText(operation: Operation, result: object): string {
  if (result === undefined) throw new Error('a handler returned nothing')
  const text = result instanceof List ? result.toText() : writeObject(result)
  if (!isPublic(operation)) return text
  const rest = text.slice(1)
  return `{"success":true,"error":""${rest === '}' ? '' : ','}${rest}`
}

/** Accepted but probably not meant. */
const withWarnings = (text: string, warnings: readonly string[]): string =>
  warnings.length === 0
    ? text
    : `${text.slice(0, -1)}${text === '{}' ? '' : ','}"warnings":${JSON.stringify(warnings)}}`

/** A reply that differs from its declaration is a bug that tests must find. */
function checkReply({ area, name, operation }: Endpoint, body: string): void {
  const sent = JSON.parse(body)
  if (isPublic(operation)) {
    delete sent.success
    delete sent.error
  }
  const parsed = operation.output.safeParse(sent)
  if (!parsed.success)
    throw new Error(`${area}.${name} returned another shape than declared`, { cause: parsed.error })
  if (!isDeepStrictEqual(parsed.data, sent)) {
    throw new Error(`${area}.${name} returned undeclared keys: ${body.slice(0, 300)}`)
  }
}

/** Returns the body, which Fastify sends. */
export function prepare(
  reply: FastifyReply,
  { status, headers, body, stream, idle, cookies = [] }: Answer,
): string | Readable {
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .headers(DATA_ONLY)
    .headers(headers)
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  if (idle !== undefined) endIfStalled(reply.raw, idle)
  return stream ?? body
}
