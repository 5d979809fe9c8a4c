/**
 * Runs inside the sandbox before the script and saves the functions it needs from later changes of the
 * globals. `write` reports values that are not JSON: `JSON.stringify` would silently drop them.
 */
export const PRELUDE = `(() => {
  'use strict'
  const { parse, stringify } = JSON
  const { freeze, getPrototypeOf, prototype: plain } = Object
  const { isArray } = Array
  const { isFinite } = Number
  const [text, Failure, Wrong] = [String, Error, TypeError]

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

  return {
    read: (json) => freeze(parse(json)),
    write: (result) => {
      if (result === undefined) return '{}'
      const json = stringify(result, checked)
      if (json !== undefined && json[0] === '{') return json
      throw new Wrong('expected an object of changed variables such as { total: 5 }, received ' + json)
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
})()`
