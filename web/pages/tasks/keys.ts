import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'

/** What the keyboard can do in a list. */
type Actions = {
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

/** In the order in which the register has their presses. */
const EXTENSIONS = [1, 1, -1, -1, PAGE, -PAGE, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]

const isBusy = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest('[role=dialog], [role=listbox], [role=menu]') !== null ||
    target.matches('input:not([type=checkbox]), textarea, select'))

/** Buttons and links do with Enter what they always do. */
const isPlain = (target: EventTarget | null) =>
  !(target instanceof HTMLElement) || !target.matches('a, button, [role=button]')

export function useTaskShortcuts({ move, open, ...others }: Actions): void {
  const by = (step: number) => () => move(step, false)
  useShortcuts(
    'tasks',
    {
      ...others,
      next: by(1),
      previous: by(-1),
      pageDown: by(PAGE),
      pageUp: by(-PAGE),
      first: by(Number.NEGATIVE_INFINITY),
      last: by(Number.POSITIVE_INFINITY),
      extend: (at) => move(EXTENSIONS[at] ?? 0, true),
      open: (_, { target }) => isPlain(target) && open(),
    },
    { isBusy },
  )
}
