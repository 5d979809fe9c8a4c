import type { Any } from './kit.ts'

/** Says by name what is not there, instead of `undefined is not a function`. Runs in the sandbox. */
export function guard() {
  /** What the language itself asks for. */
  const QUIET = ['then', 'toJSON', 'constructor', 'toString', 'valueOf', 'inspect', 'length']

  const guarded = <T extends object>(target: T, name: string): T =>
    new Proxy(target, {
      get(of: Any, key) {
        if (typeof key === 'symbol' || key in of || QUIET.includes(key)) {
          const value = of[key]
          return typeof value === 'function' ? value.bind(of) : value
        }
        throw new Error(`${name}.${key} is not supported here`)
      },
    })

  /** Members that are made when they are asked for, such as the apps of a workspace. */
  const dictionary = (make: (code: string) => Any): Any =>
    new Proxy(Object.create(null), {
      get: (made: Any, key) => {
        if (typeof key === 'symbol' || QUIET.includes(key)) return undefined
        made[key] ??= make(key)
        return made[key]
      },
    })

  return { guarded, dictionary }
}
