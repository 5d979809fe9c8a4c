import { toFree } from './text.ts'

/** Something that becomes a file, and the code it would have if nothing else did. */
export type Claim = {
  /** What it was: `process:hr.trips/approve`. */
  key: string
  folder: string
  code: string
  /** Its place and its code are those of the package. */
  isExact: boolean
}

/**
 * The code of each, by its key: no two in a folder share one, nor two that only some disks tell apart.
 * Those of an earlier run stay, and go first; of the others, whatever stays in its place does.
 */
export function ownCodes(claims: Claim[], codes: Record<string, string>): Map<string, string> {
  const taken = new Set<string>()
  const given = new Map<string, string>()
  for (const { key, folder, code, isExact } of claims.sort(inOrder(codes))) {
    if (given.has(key)) continue
    const place = (each: string) => `${folder}/${each}`.toLowerCase()
    const own = toFree(codes[key] ?? code, (each) => taken.has(place(each)))
    taken.add(place(own))
    given.set(key, own)
    if (own !== code || !isExact) codes[key] = own
  }
  return given
}

const inOrder = (codes: Record<string, string>) => (one: Claim, other: Claim) =>
  rankOf(one, codes) - rankOf(other, codes) || (one.key < other.key ? -1 : 1)

const rankOf = ({ key, isExact }: Claim, codes: Record<string, string>): number => {
  if (Object.hasOwn(codes, key)) return 0
  return isExact ? 1 : 2
}
