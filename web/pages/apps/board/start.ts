import type { StatusSettings } from './columns.tsx'

/** What a new item needs to begin in a status; undefined where it cannot begin there. */
export function startOf(
  { statusItems, transitions }: StatusSettings,
  status: string | undefined,
): { requires: string[] } | undefined {
  const first = statusItems[0]?.code
  if (status === undefined || status === first || !transitions) return { requires: [] }
  const open = transitions.filter(
    // Whoever makes an item is its author.
    ({ from, to, allowed, roles }) =>
      from === first && to === status && (allowed || roles.includes('author')),
  )
  const [least] = open.toSorted((one, other) => one.requires.length - other.requires.length)
  return least && { requires: least.requires }
}
