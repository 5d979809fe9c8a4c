import { FILE } from './source.ts'

/**
 * Runs inside the sandbox before the script and saves the functions it needs from later changes of the
 * globals. `write` reports values that are not JSON: `JSON.stringify` would silently drop them. `send` passes
 * a request to the server and says why it does not; `settle` is called with the answer.
 */
export const PRELUDE = `((send) => {
  'use strict'
  const { parse, stringify } = JSON
  const { assign, create, freeze, getPrototypeOf, prototype: plain } = Object
  const { isArray } = Array
  const { isFinite } = Number
  const [text, Failure, Wrong, Later] = [String, Error, TypeError, Promise]
  const { then } = Promise.prototype
  const heard = new WeakSet()

  const foreign = (value) => {
    const type = typeof value
    if (type === 'number') return isFinite(value) ? '' : text(value)
    if (type === 'function' || type === 'symbol' || type === 'bigint') return 'a ' + type
    if (type !== 'object' || value === null || isArray(value)) return ''
    const prototype = getPrototypeOf(value)
    return prototype === plain || prototype === null ? '' : 'a ' + text(prototype.constructor?.name)
  }

  const checked = (key, value) => {
    const what = foreign(value)
    if (what === '') return value
    throw new Wrong((key === '' ? 'the result' : '"' + key + '"') + ' is ' + what + ', expected plain JSON')
  }

  const waiting = create(null)
  let asked = 0
  const ask = (request) =>
    new Later((resolve, reject) => {
      const no = ++asked
      const refusal = send(no, stringify(request, checked))
      if (refusal === '') waiting[no] = { resolve, reject }
      else reject(new Failure(refusal))
    })

  // Rejected promises that nobody awaited, with their reasons.
  const unheard = new Map()
  const noteRefusal = (promise) => {
    then.call(promise, undefined, (error) => {
      if (!heard.has(promise)) unheard.set(promise, error)
    })
    return promise
  }
  // A promise derived from an awaited one is tracked in its place.
  class Watched extends Later {
    then(done, failed) {
      heard.add(this)
      unheard.delete(this)
      return noteRefusal(super.then(done, failed))
    }
  }
  // A later rejection has no line of the script in its stack, so it gets the stack of the call.
  const watch = (promise) => {
    heard.add(promise)
    const { stack } = new Failure()
    const located = (error) => {
      if (error instanceof Failure && !text(error.stack).includes(' (${FILE}:')) error.stack = stack
      throw error
    }
    return noteRefusal(new Watched((resolve) => resolve(then.call(promise, undefined, located))))
  }

  let changesOf = () => ({})

  return {
    ask,
    read: (json) => freeze(parse(json)),
    begin: (world, place, context) => {
      changesOf = world({ ask, watch, place: parse(place), context: parse(context) })
    },
    settle: (no, answer, refusal) => {
      const { resolve, reject } = waiting[no]
      delete waiting[no]
      if (refusal === '') return resolve(parse(answer))
      const { message, code } = parse(refusal)
      reject(assign(new Failure(message), { code }))
    },
    hear: () => {
      for (const error of unheard.values()) throw error
    },
    write: (result, answer) => {
      const changes = changesOf()
      // JSON from elsewhere has no functions, so it cannot pass for one of our objects.
      const isOurs = answer === 'response' && typeof result === 'object' && result !== null && typeof result.toJSON === 'function'
      const returned = answer === '' ? result : { [answer]: result ?? null, ...(isOurs && { isOurs }) }
      const json = stringify(returned === undefined ? {} : returned, checked)
      if (json === undefined || json[0] !== '{') {
        throw new Wrong('expected an object of changed variables such as { total: 5 }, received ' + json)
      }
      return stringify(assign(changes, parse(json)), checked)
    },
    describe: (error) => {
      const own = typeof error === 'object' && error !== null ? error.code : undefined
      const code = typeof own === 'string' ? own : ''
      if (!(error instanceof Failure)) {
        const message = code === '' ? text(error) : text(error.message ?? code)
        return stringify({ name: '', message, stack: '', code })
      }
      const { name, message, stack } = error
      return stringify({ name: text(name), message: text(message), stack: text(stack), code })
    },
  }
})`
