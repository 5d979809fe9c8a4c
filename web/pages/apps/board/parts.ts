import type { Hindrance } from '../moves.ts'
import type { ListRequest } from '../table/rows.ts'
import type { CardProps } from './card.tsx'
import type { BoardColumn, Lane } from './columns.tsx'
import type { BoardNumbers } from './use-numbers.tsx'

/** Where a card is. */
export type Cell = { column: BoardColumn; lane?: Lane | undefined }

/** What the parts of a board have in common. */
export type BoardParts = {
  columns: BoardColumn[]
  numbers: BoardNumbers
  card: Omit<CardProps, 'item' | 'at' | 'cell'>
  askedFor: (cell: Cell) => ListRequest
  hindranceOf: (column: BoardColumn) => Hindrance
  /** Opens the form for a new item; absent where the reader may not make one. */
  addTo: (column: BoardColumn) => (() => void) | undefined
}

/** The name of a cell for the library that moves cards. */
export const cellId = ({ column, lane }: Cell): string => `${lane?.word ?? ''} ${column.word}`
