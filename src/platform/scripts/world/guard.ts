import type { Any, Kit } from './kit.ts'

/** Reports missing members by name instead of `undefined is not a function`. Runs in the sandbox. */
export function guard({ watch }: Kit) {
  /** Members that the language itself reads. */
  const QUIET = ['then', 'toJSON', 'constructor', 'toString', 'valueOf', 'inspect', 'length']

  const called = (of: Any, value: Any, given: Any[]): Any => {
    const answer = value.apply(of, given)
    return answer instanceof Promise ? watch(answer) : answer
  }

  const guarded = <T extends object>(target: T, name: string): T =>
    new Proxy(target, {
      get(of: Any, key) {
        if (typeof key === 'symbol' || key in of || QUIET.includes(key)) {
          const value = of[key]
          return typeof value === 'function' ? (...given: Any[]) => called(of, value, given) : value
        }
        throw new Error(`${name}.${key} is not supported here`)
      },
    })

  /** Members read by promises and JSON; any other name may be a code. */
  const NEVER = ['then', 'toJSON']

  /** Members created on access, such as the apps of a workspace. */
  const dictionary = (make: (code: string) => Any): Any =>
    new Proxy(Object.create(null), {
      get: (made: Any, key) => {
        if (typeof key === 'symbol' || NEVER.includes(key)) return undefined
        made[key] ??= make(key)
        return made[key]
      },
    })

  /** A required argument as text: `String(undefined)` would be taken for a name. */
  const textOf = (value: Any, what: string): string => {
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    throw new Error(`${what} is missing: expected text, received ${String(value)}`)
  }

  return { guarded, dictionary, textOf }
}
