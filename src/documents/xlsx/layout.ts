import { Unfit } from '../problem.ts'
import type { Places } from './references.ts'
import { type CellText, type Section, scopesOf } from './tags.ts'

export type Row<Content> = {
  number: number
  content: Content
  cells: CellText[]
  /** Contains only section tags: the row itself is not shown. */
  isMarker: boolean
}

type Block<Content> = Section & { nodes: Node<Content>[]; start: number; end: number }
export type Node<Content> = { row: Row<Content> } | { block: Block<Content> }

/** Rows between `{#lines}` and `{/lines}` belong together, the rows of the tags included. */
export function toTree<Content>(rows: Row<Content>[]): Node<Content>[] {
  const root: Node<Content>[] = []
  const open: Block<Content>[] = []
  for (const row of rows) {
    for (const section of row.cells.flatMap(({ opens }) => opens)) {
      const block = { ...section, nodes: [], start: row.number, end: row.number }
      ;(open.at(-1)?.nodes ?? root).push({ block })
      open.push(block)
    }
    ;(open.at(-1)?.nodes ?? root).push({ row })
    for (const name of row.cells.flatMap(({ closes }) => closes)) {
      const block = open.pop()
      if (block?.name !== name) throw unexpected(name, row.number, block)
      block.end = row.number
    }
  }
  const [unclosed] = open
  if (unclosed) {
    throw new Unfit('bad_template', `{#${unclosed.name}} in row ${unclosed.start} is never closed`)
  }
  return root
}

function unexpected(name: string, row: number, block: Section | undefined): Unfit {
  const expected = block ? `{/${block.name}} is expected` : 'no section is open'
  return new Unfit('bad_template', `{/${name}} in row ${row}: ${expected}`)
}

/** A row of the document. */
export type Placed<Content> = {
  row: Row<Content>
  number: number
  scopes: unknown[]
  /** The rows as seen from this row: those of its own repetition. */
  places: Places
}

/** Assigns row numbers in the document, where rows are repeated, omitted and moved. */
export class Layout<Content> {
  readonly placed: Placed<Content>[] = []
  readonly #all = new Turn(undefined)
  readonly #most: number
  /** The last row of the document so far, and of the template. */
  #written = 0
  #read = 0

  constructor(nodes: Node<Content>[], values: unknown, most: number) {
    this.#most = most
    this.#place(nodes, [values], this.#all)
  }

  get places(): Places {
    return this.#all
  }

  #place(nodes: Node<Content>[], scopes: unknown[], turn: Turn): void {
    for (const node of nodes) {
      if ('row' in node) this.#placeRow(node.row, scopes, turn)
      else this.#placeBlock(node.block, scopes, turn)
    }
  }

  #placeRow(row: Row<Content>, scopes: unknown[], turn: Turn): void {
    this.#skipTo(row.number)
    this.#read = row.number
    if (!row.isMarker) this.#written++
    if (this.placed.length >= this.#most) {
      throw new Unfit('too_large', `the document would have more than ${this.#most} rows`)
    }
    turn.note(row.number, Math.max(1, this.#written))
    if (!row.isMarker) this.placed.push({ row, number: this.#written, scopes, places: turn })
  }

  #placeBlock(block: Block<Content>, scopes: unknown[], turn: Turn): void {
    this.#skipTo(block.start)
    for (const inner of scopesOf(block, scopes)) {
      this.#read = block.start - 1
      this.#place(block.nodes, inner, new Turn(turn))
    }
    // Omitted rows map to where they would have been.
    for (let row = block.start; row <= block.end; row++)
      turn.noteMissing(row, Math.max(1, this.#written))
    this.#read = block.end
  }

  /** Empty rows of the template stay empty. */
  #skipTo(row: number): void {
    this.#written += row - 1 - this.#read
    this.#read = row - 1
  }
}

/** The maximum number of rows of an Excel sheet. */
const LAST_ROW = 1_048_576

/** One repetition of a section, or the whole sheet. */
class Turn implements Places {
  readonly #outer: Turn | undefined
  readonly #rows = new Map<number, { first: number; last: number }>()
  #highest = 0

  constructor(outer: Turn | undefined) {
    this.#outer = outer
  }

  note(row: number, number: number): void {
    this.#highest = Math.max(this.#highest, row)
    const known = this.#rows.get(row)
    if (known) known.last = number
    else this.#rows.set(row, { first: number, last: number })
    this.#outer?.note(row, number)
  }

  noteMissing(row: number, number: number): void {
    if (!this.#rows.has(row)) this.note(row, number)
  }

  first(row: number): number {
    return this.#find(row)?.first ?? this.#beyond(row)
  }

  last(row: number): number {
    return this.#find(row)?.last ?? this.#beyond(row)
  }

  #find(row: number): { first: number; last: number } | undefined {
    const known = this.#rows.get(row)
    return known || !this.#outer ? known : this.#outer.#find(row)
  }

  /** An empty row, or one below all others: at the same distance from the row above as in the template. */
  #beyond(row: number): number {
    const highest = this.#outermost().#highest
    let above = Math.min(row - 1, highest)
    while (above > 0 && !this.#find(above)) above--
    return Math.min((this.#find(above)?.last ?? 0) + row - above, LAST_ROW)
  }

  #outermost(): Turn {
    return this.#outer ? this.#outer.#outermost() : this
  }
}
