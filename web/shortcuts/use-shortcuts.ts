import { useEffect, useRef } from 'react'
import { pressesOf, pressOf, type Section, SHORTCUTS, type ShortcutOf } from './register.ts'

/** `at` is which of its presses it was. False means that the key was not for this. */
type Action = (at: number, event: KeyboardEvent) => unknown
type Actions<S extends Section> = Record<ShortcutOf<S>, Action>

type Options = {
  /** Events that are for somebody else. */
  isBusy?: (target: EventTarget | null) => boolean
}

/** How long the second of two presses may take. */
const TOGETHER = 1200

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The shortcuts of a section, while what it belongs to is shown; not while somebody writes. */
export function useShortcuts<S extends Section>(
  section: S,
  actions: Actions<S>,
  { isBusy = isTyping }: Options = {},
): void {
  const current = useRef(actions)
  useEffect(() => {
    current.current = actions
  })
  useEffect(() => {
    const all = Object.keys(SHORTCUTS[section]) as ShortcutOf<S>[]
    let first: { press: string; at: number } | undefined
    const onKey = (event: KeyboardEvent) => {
      const press = pressOf(event)
      const before = first && event.timeStamp - first.at < TOGETHER ? `${first.press} ` : ''
      first = undefined
      if (event.defaultPrevented || (isBusy(event.target) && !isAlways(press))) return
      const found = find(all, section, before + press) ?? find(all, section, press)
      if (found) {
        if (current.current[found.name](found.at, event) !== false) event.preventDefault()
      } else if (isBegun(all, section, press)) first = { press, at: event.timeStamp }
    }
    // A second press belongs to who heard the first one.
    const isFirst = all.some((name) => pressesOf(section, name).some((each) => / /.test(each)))
    document.addEventListener('keydown', onKey, isFirst)
    return () => document.removeEventListener('keydown', onKey, isFirst)
  }, [section, isBusy])
}

/** Nobody writes with these. */
const isAlways = (press: string) => press === 'Ctrl+KeyK'

function find<S extends Section>(all: ShortcutOf<S>[], section: S, press: string) {
  for (const name of all) {
    const at = pressesOf(section, name).indexOf(press)
    if (at >= 0) return { name, at }
  }
  return undefined
}

const isBegun = <S extends Section>(all: ShortcutOf<S>[], section: S, press: string): boolean =>
  all.some((name) => pressesOf(section, name).some((each) => each.startsWith(`${press} `)))
