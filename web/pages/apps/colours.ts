import { useMemo } from 'react'
import type { Field } from '../../fields/field.ts'
import { hueOfValue } from './colour.ts'
import { useHolds } from './conditions.ts'
import { toTree } from './filter/tree.ts'
import type { Item } from './table/fields.ts'
import type { View } from './table/view.ts'

/** What colours the items of a view. */
export type Colours = {
  /** The fields that have to be known. */
  needs: Field[]
  hueOf: (item: Item) => string | undefined
}

type Coloured = Pick<View, 'colours' | 'colourBy' | 'shared'>

/** The reader's own rules, then those of the view; without one that holds, the value of a field. */
export function useColours(
  { colours, colourBy, shared }: Coloured,
  fields: readonly Field[],
): Colours {
  const rules = useMemo(
    () => [
      ...colours.flatMap(({ colour, when }) => {
        const tree = toTree(when, fields)
        return tree ? [{ colour, when: JSON.stringify(tree) }] : []
      }),
      ...(shared?.colours ?? []),
    ],
    [colours, shared, fields],
  )
  const holds = useHolds(rules.length > 0)
  return useMemo(() => {
    const by = fields.find(({ code }) => code === colourBy)
    const words = new Set(rules.flatMap(({ when }) => when.match(/\w+/g) ?? []))
    const now = new Date().toISOString()
    const hueOf = (item: Item) => {
      const values = rules.length > 0 ? { now, ...plain(item) } : {}
      const rule = rules.find(({ when }) => isSo(() => holds(when, values)))
      return rule?.colour ?? (by && hueOfValue(by, item[by.code]))
    }
    const named = fields.filter(({ code }) => words.has(code))
    return { needs: by ? [...new Set([...named, by])] : named, hueOf }
  }, [rules, holds, fields, colourBy])
}

/** A condition over something that nobody has filled in does not hold. */
function isSo(holds: () => boolean): boolean {
  try {
    return holds()
  } catch {
    return false
  }
}

/** Links of a list come with their names; conditions compare ids. */
const plain = (item: Item): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(item).map(([code, value]) => [
      code,
      Array.isArray(value) ? value.map((each) => (each as Item | null)?.__id ?? each) : value,
    ]),
  )
