import {
  DOMParser,
  type Document,
  type Element,
  onErrorStopParsing,
  XMLSerializer,
} from '@xmldom/xmldom'
import { type Format, isMoney } from '../format.ts'
import { Unfit } from '../problem.ts'
import type { Used } from '../template.ts'
import { find, type Values } from '../values.ts'
import { Layout, type Node, type Placed, type Row, toTree } from './layout.ts'
import { moveFormula, moveRanges, type Places } from './references.ts'
import { listPieces, type Piece, readCell, render } from './tags.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const MOST_ROWS = 100_000
/** The maximum length of an Excel cell. */
const LONGEST_TEXT = 32_767

type Cell = { element: Element; pieces: Piece[] }
type Content = { element: Element; cells: Cell[] }

/** One sheet of a workbook, as XML. */
export class Sheet {
  readonly #document: Document
  readonly #tree: Node<Content>[]

  constructor(path: string, xml: string, sharedTexts: string[]) {
    this.#document = parse(path, xml)
    this.#tree = toTree(all(this.#document, 'row').map((row, at) => readRow(row, at, sharedTexts)))
    if (this.#tree.some((node) => 'block' in node)) this.#refuseWhatCannotGrow(path)
  }

  list(): Used[] {
    return this.#tree.flatMap((node) => listNode(node, []))
  }

  fill(values: Values, format: Format): string {
    const { placed, places } = new Layout(this.#tree, values, MOST_ROWS)
    const merged = all(this.#document, 'mergeCell').map((cell) => cell.getAttribute('ref') ?? '')
    const data = all(this.#document, 'sheetData')[0]
    while (data?.firstChild) data.removeChild(data.firstChild)
    for (const row of placed) data?.appendChild(fillRow(row, format))
    this.#moveRanges(places)
    this.#merge(merged, placed)
    return new XMLSerializer().serializeToString(this.#document)
  }

  /** Features tied to fixed rows that we cannot move: the result would be a damaged file. */
  #refuseWhatCannotGrow(path: string): void {
    const isTable = all(this.#document, 'tablePart').length > 0
    const isShared = all(this.#document, 'f').some((formula) => formula.getAttribute('t') !== null)
    if (!isTable && !isShared) return
    const what = isTable ? 'a table of Excel' : 'a shared or array formula'
    throw new Unfit(
      'bad_template',
      `"${path}" repeats rows beside ${what}: use plain cells and formulas`,
    )
  }

  #moveRanges(places: Places): void {
    for (const name of [
      'dimension',
      'autoFilter',
      'hyperlink',
      'dataValidation',
      'conditionalFormatting',
    ]) {
      for (const element of all(this.#document, name)) {
        for (const attribute of ['ref', 'sqref']) {
          const ranges = element.getAttribute(attribute)
          if (ranges) element.setAttribute(attribute, moveRanges(ranges, places))
        }
      }
    }
  }

  /** Merged cells of a repeated row are merged in each copy. */
  #merge(merged: string[], placed: Placed<Content>[]): void {
    const [list] = all(this.#document, 'mergeCells')
    if (!list) return
    while (list.firstChild) list.removeChild(list.firstChild)
    for (const { row, places } of placed) {
      for (const ref of merged.filter((each) => startOf(each) === row.number)) {
        const cell = this.#document.createElementNS(MAIN, 'mergeCell')
        cell.setAttribute('ref', moveRanges(ref, places))
        list.appendChild(cell)
      }
    }
    list.removeAttribute('count')
    if (!list.firstChild) list.parentNode?.removeChild(list)
  }
}

export function parse(path: string, xml: string): Document {
  try {
    return new DOMParser({ onError: onErrorStopParsing }).parseFromString(xml, 'text/xml')
  } catch (error) {
    throw new Unfit('not_a_template', `"${path}" is no XML: ${(error as Error).message}`)
  }
}

export const all = (node: Document | Element, name: string): Element[] => [
  ...node.getElementsByTagNameNS(MAIN, name),
]

/** The plain text of a cell or a shared string, without formatting and phonetic hints. */
export const textOf = (element: Element): string =>
  all(element, 't')
    .filter(({ parentNode }) => parentNode?.localName !== 'rPh')
    .map(({ textContent }) => textContent ?? '')
    .join('')

function readRow(element: Element, at: number, sharedTexts: string[]): Row<Content> {
  const texts = all(element, 'c').map((cell) => ({
    cell,
    ...readCell(readText(cell, sharedTexts)),
  }))
  const cells = texts.map(({ cell, pieces }) => ({ element: cell, pieces }))
  const hasTag = texts.some(({ opens, closes }) => opens.length + closes.length > 0)
  return {
    number: Number(element.getAttribute('r')) || at + 1,
    content: { element, cells },
    cells: texts,
    isMarker: hasTag && cells.every(isEmpty),
  }
}

const isEmpty = ({ element, pieces }: Cell): boolean =>
  all(element, 'f').length === 0 &&
  (isText(element)
    ? pieces.every((piece) => piece.type === 'text' && piece.text.trim() === '')
    : all(element, 'v').length === 0)

const isText = (cell: Element) => ['s', 'inlineStr'].includes(cell.getAttribute('t') ?? '')

/** The text of a cell; results of formulas are not templates. */
function readText(cell: Element, sharedTexts: string[]): string {
  if (all(cell, 'f').length > 0) return ''
  if (cell.getAttribute('t') === 'inlineStr') return textOf(cell)
  if (cell.getAttribute('t') !== 's') return ''
  return sharedTexts[Number(all(cell, 'v')[0]?.textContent)] ?? ''
}

function listNode(node: Node<Content>, around: string[]): Used[] {
  if ('row' in node) return node.row.cells.flatMap(({ pieces }) => listPieces(pieces, around))
  const { name, nodes } = node.block
  const inner = nodes.flatMap((each) => listNode(each, [...around, name]))
  return [{ name, type: 'section', in: around }, ...inner]
}

function fillRow({ row, number, scopes, places }: Placed<Content>, format: Format): Element {
  const element = row.content.element.cloneNode(true) as Element
  element.setAttribute('r', String(number))
  for (const [at, cell] of all(element, 'c').entries()) {
    const place = cell.getAttribute('r')
    if (place) cell.setAttribute('r', place.replace(/\d+$/, String(number)))
    const pieces = row.content.cells[at]?.pieces ?? []
    const [formula] = all(cell, 'f')
    if (formula) moveCell(cell, formula, places)
    else if (pieces.length > 0) fillCell(cell, pieces, scopes, format)
  }
  return element
}

/** Removes the cached result: Excel recalculates when it opens the file. */
function moveCell(cell: Element, formula: Element, places: Places): void {
  formula.textContent = moveFormula(formula.textContent ?? '', places)
  for (const value of all(cell, 'v')) cell.removeChild(value)
  cell.removeAttribute('t')
}

function fillCell(cell: Element, pieces: Piece[], scopes: unknown[], format: Format): void {
  const number = numberOf(pieces, scopes)
  const document = cell.ownerDocument
  while (cell.firstChild) cell.removeChild(cell.firstChild)
  cell.removeAttribute('t')
  if (!document) return
  if (number !== undefined) {
    cell.appendChild(document.createElementNS(MAIN, 'v')).textContent = String(number)
    return
  }
  const text = writable(render(pieces, scopes, format)).slice(0, LONGEST_TEXT)
  if (text === '') return
  // Never a formula, even if it starts with =.
  cell.setAttribute('t', 'inlineStr')
  const shown = document.createElementNS(MAIN, 't')
  shown.setAttribute('xml:space', 'preserve')
  shown.textContent = text
  cell.appendChild(document.createElementNS(MAIN, 'is')).appendChild(shown)
}

/** A number or an amount alone in its cell stays numeric. */
function numberOf(pieces: Piece[], scopes: unknown[]): number | undefined {
  const [piece, ...others] = pieces
  if (piece?.type !== 'value' || others.length > 0) return undefined
  const value = find(scopes, piece.name)
  if (isMoney(value)) return value.cents / 100
  return typeof value === 'number' ? value : undefined
}

const writable = (text: string): string =>
  text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

const startOf = (ref: string): number => Number(/\d+/.exec(ref)?.[0])
