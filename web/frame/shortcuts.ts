import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { links } from '../links.ts'

/** Two keys one after the other: `g` and where to go. Keys are known by their place, on any layout. */
export const DESTINATIONS = {
  t: { link: links.tasks(), name: 'tasks' },
  p: { link: links.processes, name: 'processes' },
  f: { link: links.files, name: 'files' },
  c: { link: links.channels, name: 'channels' },
  u: { link: links.people, name: 'people' },
  r: { link: links.reports, name: 'reports' },
} as const

const TOGETHER = 1200

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** `KeyG` is `g`, whatever the layout writes there. */
const letterOf = (code: string): string => /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? ''

/** Where the layout has it elsewhere, the sign itself counts as well. */
const isSlash = ({ code, key }: KeyboardEvent): boolean =>
  code === 'Slash' || key === '/' || key === '?'

type Actions = { palette: () => void; help: () => void; inbox: () => void }

/** The keyboard, wherever one is; not while somebody writes, but for Ctrl-K. */
export function useShortcuts({ palette, help, inbox }: Actions): void {
  const navigate = useNavigate()
  useEffect(() => {
    let isGoing = false
    const onKey = (event: KeyboardEvent) => {
      const { code, ctrlKey, metaKey, altKey, shiftKey, target } = event
      const key = letterOf(code)
      if ((ctrlKey || metaKey) && key === 'k') {
        event.preventDefault()
        palette()
        return
      }
      if (ctrlKey || metaKey || altKey || isTyping(target)) return
      const destination = isGoing ? DESTINATIONS[key as keyof typeof DESTINATIONS] : undefined
      isGoing = key === 'g'
      if (isGoing) setTimeout(() => (isGoing = false), TOGETHER)
      if (destination) {
        // Not a key of the page that is left.
        event.preventDefault()
        void navigate(destination.link)
      } else if (isSlash(event) && shiftKey) help()
      else if (key === 'i') inbox()
      else if (isSlash(event)) {
        event.preventDefault()
        palette()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate, palette, help, inbox])
}
