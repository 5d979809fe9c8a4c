/** What the lists of all ids have in common; asks no further than until that is nothing. */
export async function commonTo<Id>(
  ids: readonly Id[],
  listOf: (id: Id) => Promise<string[]>,
): Promise<string[]> {
  const [first, ...rest] = ids
  let common = first === undefined ? [] : await listOf(first)
  for (const id of rest) {
    if (common.length === 0) break
    const other = await listOf(id)
    common = common.filter((each) => other.includes(each))
  }
  return common
}

/** Those that are so, and the others. */
export const partition = <T>(all: readonly T[], isSo: (each: T) => boolean): [T[], T[]] => [
  all.filter(isSo),
  all.filter((each) => !isSo(each)),
]
