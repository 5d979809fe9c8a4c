import { type KeyboardEvent, useRef } from 'react'
import { isShortcut } from '../../../../shortcuts/register.ts'

const STEP = '  '

type CodeEvent = KeyboardEvent<HTMLTextAreaElement>

/** Keys of a program: Tab indents, until Escape lets it go to the next field. */
export function useCodeKeys() {
  const isLeaving = useRef(false)
  return (event: CodeEvent) => {
    if (isShortcut(event, 'code', 'leave')) {
      isLeaving.current = true
      return
    }
    if (event.code.startsWith('Shift')) return
    const isFree = isLeaving.current
    isLeaving.current = false
    if (event.nativeEvent.isComposing || isFree) return
    if (isShortcut(event, 'code', 'indent')) act(event, indented)
    else if (isShortcut(event, 'code', 'outdent')) act(event, outdented)
    else if (isShortcut(event, 'code', 'line')) act(event, broken)
  }
}

type Selected = { text: string; from: number; to: number }
/** What stands between two places instead, and what is selected then. */
export type Replaced = Selected & { by: string; select: [number, number] }

/** As if it were typed, so that the browser can undo it. */
function act(event: CodeEvent, edit: (selected: Selected) => Replaced): void {
  event.preventDefault()
  const area = event.currentTarget
  const { value: text, selectionStart, selectionEnd } = area
  const { from, to, by, select } = edit({ text, from: selectionStart, to: selectionEnd })
  if (text.slice(from, to) === by) return
  area.setSelectionRange(from, to)
  document.execCommand(by === '' ? 'delete' : 'insertText', false, by)
  area.setSelectionRange(...select)
}

/** A blank where the caret is, or all lines that are selected. */
export function indented({ text, from, to }: Selected): Replaced {
  if (from === to) {
    return { text, from, to, by: STEP, select: [from + STEP.length, from + STEP.length] }
  }
  return withLines({ text, from, to }, (line) => (line === '' ? line : STEP + line))
}

export const outdented = (selected: Selected): Replaced =>
  withLines(selected, (line) => line.replace(/^( {1,2}|\t)/, ''))

function withLines({ text, from, to }: Selected, edit: (line: string) => string): Replaced {
  const start = text.lastIndexOf('\n', from - 1) + 1
  // A selection that ends before the first letter of a line is not about that line.
  const last = to > from && text[to - 1] === '\n' ? to - 1 : to
  const end = text.indexOf('\n', last)
  const stop = end < 0 ? text.length : end
  const by = text.slice(start, stop).split('\n').map(edit).join('\n')
  const grown = by.length - (stop - start)
  const select: [number, number] =
    from === to
      ? [Math.max(start, from + grown), Math.max(start, from + grown)]
      : [start, start + by.length]
  return { text, from: start, to: stop, by, select }
}

/** The next line begins below the first letter of this one, or further in a block. */
export function broken({ text, from, to }: Selected): Replaced {
  const line = text.slice(text.lastIndexOf('\n', from - 1) + 1, from)
  const [indent = ''] = /^[ \t]*/.exec(line) ?? []
  const by = `\n${indent}${/[{([]\s*$/.test(line) ? STEP : ''}`
  return { text, from, to, by, select: [from + by.length, from + by.length] }
}
