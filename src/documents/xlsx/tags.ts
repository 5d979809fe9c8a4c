import { type Format, inWords } from '../format.ts'
import { Unfit } from '../problem.ts'
import type { Used } from '../template.ts'
import { find, membersOf } from '../values.ts'

/** `{name}`, `{$name}`, `{#rows}`, `{^rows}`, `{/rows}`. Other braces are text. */
const TAG = /\{([#^/]?)\s*\$?([\p{L}_][\p{L}\p{N}_.]*|\.)\s*\}/gu

export type Section = { name: string; isInverted: boolean }

export type Piece =
  | { type: 'text'; text: string }
  | { type: 'value'; name: string }
  | (Section & { type: 'section'; pieces: Piece[] })

/** A cell: its content, and the row sections that open and close in it. */
export type CellText = { pieces: Piece[]; opens: Section[]; closes: string[] }

export function readCell(text: string): CellText {
  const root: Piece[] = []
  const open: (Section & { pieces: Piece[] })[] = []
  const closes: string[] = []
  const add = (piece: Piece) => (open.at(-1)?.pieces ?? root).push(piece)
  let end = 0
  for (const { index, 0: tag, 1: sign, 2: name = '' } of text.matchAll(TAG)) {
    if (index > end) add({ type: 'text', text: text.slice(end, index) })
    end = index + tag.length
    if (sign === '/') close(name)
    else if (sign) open.push({ name, isInverted: sign === '^', pieces: [] })
    else add({ type: 'value', name })
  }
  if (end < text.length) add({ type: 'text', text: text.slice(end) })
  return { pieces: [...root, ...open.flatMap(({ pieces }) => pieces)], opens: open, closes }

  function close(name: string): void {
    const section = open.pop()
    if (!section) closes.push(name)
    else if (section.name === name) add({ type: 'section', ...section })
    else throw new Unfit('bad_template', `{/${name}} stands where {/${section.name}} is expected`)
  }
}

export function render(pieces: Piece[], scopes: unknown[], format: Format): string {
  return pieces
    .map((piece) => {
      if (piece.type === 'text') return piece.text
      if (piece.type === 'value') return inWords(find(scopes, piece.name), piece.name, format)
      return scopesOf(piece, scopes)
        .map((inner) => render(piece.pieces, inner, format))
        .join('')
    })
    .join('')
}

/** The scopes inside a section, one list per repetition. */
export function scopesOf({ name, isInverted }: Section, scopes: unknown[]): unknown[][] {
  const members = membersOf(find(scopes, name))
  if (isInverted) return members.length === 0 ? [scopes] : []
  return members.map((member) => [...scopes, member])
}

export function listPieces(pieces: Piece[], around: string[]): Used[] {
  return pieces.flatMap((piece): Used[] => {
    if (piece.type === 'text') return []
    const { name } = piece
    if (piece.type === 'value') return [{ name, type: 'value', in: around }]
    return [{ name, type: 'section', in: around }, ...listPieces(piece.pieces, [...around, name])]
  })
}
