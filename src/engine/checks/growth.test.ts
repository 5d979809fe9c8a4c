import { afterEach, expect, test, vi } from 'vitest'
import type { Model } from '../model.ts'
import { families } from '../models/families.ts'
import { checkAll } from './all.ts'

afterEach(() => vi.restoreAllMocks())

/** The number of lookups the checks make: a measure of their work that does not depend on the machine. */
function countLookups({ nodes, flows, ...rest }: Model): number {
  let count = 0
  const counted = <T extends object>(of: T): T =>
    new Proxy(of, {
      get: (target, key) => {
        count++
        return Reflect.get(target, key)
      },
    })
  const spies = [
    vi.spyOn(Map.prototype, 'get'),
    vi.spyOn(Map.prototype, 'has'),
    vi.spyOn(Set.prototype, 'has'),
    vi.spyOn(Set.prototype, 'add'),
  ]
  checkAll({ ...rest, nodes: counted(nodes), flows: counted(flows) }, {})
  return count + spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
}

test.each(Object.entries(families))(
  '%s: four times the model is four times the work',
  (_, family) => {
    const [small, large] = [25, 100].map((size) => {
      const count = countLookups(family(size))
      vi.restoreAllMocks()
      return count
    })

    expect((large ?? 0) / (small ?? 1)).toBeLessThan(5)
  },
)
