import { useEffect } from 'react'

/** What the keyboard can do in a list, by the place of the key: letters differ between layouts. */
export type Actions = {
  move: (step: number, isExtending: boolean) => void
  open: () => void
  toggle: () => void
  selectAll: () => void
  clear: () => void
  exit: (at: number) => void
  handOver: () => void
  remind: () => void
  undo: () => void
  create: () => void
  search: () => void
}

const PAGE = 10

const STEPS: Record<string, number> = {
  KeyJ: 1,
  ArrowDown: 1,
  KeyK: -1,
  ArrowUp: -1,
  PageDown: PAGE,
  PageUp: -PAGE,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

const LETTERS: Record<
  string,
  keyof Pick<Actions, 'toggle' | 'handOver' | 'remind' | 'undo' | 'create' | 'search' | 'clear'>
> = {
  KeyX: 'toggle',
  KeyH: 'handOver',
  KeyS: 'remind',
  KeyZ: 'undo',
  KeyN: 'create',
  KeyF: 'search',
  Escape: 'clear',
}

const isBusy = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('[role=dialog], [role=listbox], [role=menu]') !== null ||
    target.matches('input:not([type=checkbox]), textarea, select'))

const isSearch = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.type === 'search'

/** Buttons and links do with Enter what they always do. */
const isPlain = (target: EventTarget | null) =>
  !(target instanceof HTMLElement) || !target.matches('a, button, [role=button]')

export function useKeys(actions: Actions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // From the search back to the list.
      if (event.code === 'Escape' && isSearch(event.target)) event.target.blur()
      if (event.defaultPrevented || event.altKey || isBusy(event.target)) return
      if (act(event, actions)) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [actions])
}

/** Whether the key was for the list. */
function act(event: KeyboardEvent, actions: Actions): boolean {
  const { code, ctrlKey, metaKey, shiftKey, target } = event
  if (ctrlKey || metaKey) {
    if (code === 'KeyA') actions.selectAll()
    else if (code === 'KeyZ') actions.undo()
    else return false
    return true
  }
  const step = STEPS[code]
  const number = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1]
  const letter = LETTERS[code]
  if (step !== undefined) actions.move(step, shiftKey)
  else if (number !== undefined && !shiftKey) actions.exit(Number(number) - 1)
  else if (letter !== undefined && !shiftKey) actions[letter]()
  else if (code === 'Enter' && isPlain(target)) actions.open()
  else return false
  return true
}
