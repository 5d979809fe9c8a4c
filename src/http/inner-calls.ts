import { describeCall, isCallable } from '../api/callable.ts'
import { List } from '../api/list.ts'
import { invalid } from '../lib/errors.ts'
import { writeObject } from '../lib/json-text.ts'
import { type Context, type Platform, read, write } from '../platform/context.ts'
import type { InnerCall, InnerOperations } from '../platform/inner-call.ts'
import { check } from './body.ts'
import { checkCaller, type Endpoint } from './frame.ts'
import { attempt, claim, remember } from './idempotency.ts'
import { Download, FileContent, type RequestContext, type Routes } from './implement.ts'

/** Calls operations from inside the server, as a user: with the checks of a request. */
export class InnerCalls implements InnerOperations {
  readonly #platform: Platform
  readonly #endpoints: Map<string, Endpoint>

  /** `more` are operations besides those any program may call. */
  constructor(platform: Platform, routes: readonly Routes[], more: readonly string[] = []) {
    this.#platform = platform
    this.#endpoints = new Map(routes.flatMap((each) => toEndpoints(each, more)))
  }

  describe(name: string): { description: string; parameters: object } | undefined {
    const operation = this.#endpoints.get(name)?.operation
    return operation && describeCall(operation)
  }

  async call({ name, user, asked, key, cause, isOwn, record }: InnerCall): Promise<string> {
    const endpoint = this.#endpoints.get(name)
    if (!endpoint) throw invalid(`there is no operation "${name}" to call`)
    const { operation } = endpoint
    checkCaller(endpoint, user, isOwn)
    const received = {
      params: check(operation.params, asked.params ?? {}),
      input: check(operation.input, asked.input ?? {}),
      headers: check(operation.headers, {}),
    }
    const origin = { user, requestId: key, cause, log: this.#platform.log }
    let rest: ((ctx: Context) => Promise<object>) | undefined
    const afterCommit: RequestContext['afterCommit'] = (work) => {
      rest = work
    }
    const act = async (ctx: Context): Promise<string> => {
      rest = undefined
      return toText(await endpoint.handler(received, { ...ctx, ...NO_REQUEST, afterCommit }))
    }
    if (!operation.writes) return read(this.#platform, origin, act)
    // The stored answer must be the final one: nothing is added to it afterwards.
    if (record) return write(this.#platform, origin, act, record)
    const once = attempt(user.id, key, {
      credential: 'inside',
      method: 'CALL',
      url: name,
      body: asked,
    })
    let isReplay = false
    const body = await write(
      this.#platform,
      origin,
      async (ctx) => {
        const stored = await claim(ctx.db, once).catch(asUnderWay)
        isReplay = stored !== undefined
        return stored ? stored.body : act(ctx)
      },
      (text) => {
        const reply = { status: 200, headers: {}, body: text }
        return isReplay ? [] : [remember(once, reply, this.#platform.now())]
      },
    )
    return rest ? toText(await read(this.#platform, origin, rest)) : body
  }
}

const toEndpoints = (
  { name: area, area: operations, handlers }: Routes,
  more: readonly string[],
): [string, Endpoint][] =>
  Object.entries(operations).flatMap(([name, operation]) => {
    const handler = handlers[name]
    const isOpen = isCallable(operation) || more.includes(`${area}.${name}`)
    if (!handler || !isOpen) return []
    return [[`${area}.${name}`, { area, name, operation, handler }]]
  })

function toText(result: object): string {
  if (result instanceof FileContent || result instanceof Download) {
    throw invalid('the operation answers with a file')
  }
  return result instanceof List ? result.toText() : writeObject(result)
}

/** A node that was considered dead still works on it: retried, unlike conflicts of operations. */
const asUnderWay = (cause: unknown): never => {
  throw new Error('the call is still under way', { cause })
}

const absent = (): never => {
  throw new Error('an operation that is called from inside has no request')
}

/** There is no browser and no connection. */
const NO_REQUEST: Omit<RequestContext, keyof Context | 'afterCommit'> = {
  setHeader: () => undefined,
  setCookie: absent,
  readCookie: () => undefined,
  setStatus: () => undefined,
  receive: absent,
  address: '',
  agent: 'agent',
  site: '',
  left: () => new AbortController().signal,
  ended: () => new AbortController().signal,
  write: absent,
}
