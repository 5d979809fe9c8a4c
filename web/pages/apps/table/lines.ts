/** Rows that have one value. */
export type TableGroup = {
  word: string
  value: unknown
  count: number
  /** By the code of the column. */
  summaries: Record<string, unknown>
}

/** A line of the table: the head of a group, or a row by its number. */
export type Line = { group: TableGroup } | { row: number }

type Block = { group: TableGroup; line: number; row: number; count: number }

/** How the heads of groups and the rows of open ones stand below each other. */
export function linesOf(groups: readonly TableGroup[], closed: ReadonlySet<string>) {
  let [line, row] = [0, 0]
  const blocks = groups.map((group): Block => {
    const count = closed.has(group.word) ? 0 : group.count
    const block = { group, line, row, count }
    line += count + 1
    row += count
    return block
  })
  return {
    count: line,
    lineAt: (at: number): Line | undefined => {
      const block = blocks.findLast((each) => each.line <= at)
      if (!block) return undefined
      return at === block.line ? { group: block.group } : { row: block.row + at - block.line - 1 }
    },
    lineOf: (of: number): number => {
      const block = blocks.findLast((each) => each.row <= of && each.count > 0)
      return block ? block.line + 1 + of - block.row : 0
    },
  }
}
