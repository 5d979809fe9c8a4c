import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useImperativeHandle, useState } from 'react'
import { listNamed, namesKey } from '../../fields/names.ts'
import { isShortcut, stepOf } from '../../shortcuts/register.ts'
import { useTexts } from '../../texts/index.ts'
import { Person } from '../person.tsx'
import type { Mention } from './compose.ts'
import classes from './feed.module.css'

const MOST = 6

/** Opens to the side where there is room. */
function turn(menu: HTMLElement | null) {
  const { bottom = 0 } = menu?.getBoundingClientRect() ?? {}
  if (bottom > window.innerHeight) menu?.setAttribute('data-above', '')
}

const fits = (name: string, text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.toLowerCase().includes(word))

type MentionMenuProps = {
  ref: Ref<{ key: (event: KeyboardEvent) => boolean }>
  id: string
  /** What was typed after the "@"; absent = nobody is asked for. */
  asked: string | undefined
  onPick: (person: Mention) => void
}

/** People whose name fits; the keys that move in it come from the text above. */
export function MentionMenu({ ref, id, asked, onPick }: MentionMenuProps) {
  const t = useTexts()
  const [at, setAt] = useState(0)
  const [refused, setRefused] = useState<string>()
  const text = asked?.trim() ?? ''
  const { data: found = [], isPlaceholderData } = useQuery({
    queryKey: namesKey('users', { text: `@${text}` }),
    queryFn: () =>
      listNamed('users', {
        ...(text && { filter: { tf: { __name: text } } }),
        active: true,
        size: MOST,
      }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
  })
  // Of an older answer only those stay who still fit: Enter must not take somebody else.
  const people = isPlaceholderData ? found.filter(({ name }) => fits(name, text)) : found
  const isOpen = asked !== undefined && asked !== refused && people.length > 0
  const chosen = Math.min(at, people.length - 1)
  const step = (by: number) => setAt((chosen + by + people.length) % people.length)
  useImperativeHandle(ref, () => ({
    /** True where the key was meant for the menu. */
    key: (event) => {
      if (!isOpen) return false
      const by = stepOf(event, ['messages', 'person'], [1, -1])
      if (by) step(by)
      else if (isShortcut(event, 'messages', 'dismiss')) setRefused(asked)
      else if (isShortcut(event, 'messages', 'mention')) {
        const person = people[chosen]
        if (person) onPick(person)
      } else return false
      return true
    },
  }))
  if (!isOpen) return null
  return (
    <div
      ref={turn}
      className={classes.menu}
      id={id}
      role="listbox"
      aria-label={t.items.feed.people}
    >
      {people.map((person, index) => (
        <button
          key={person.id}
          type="button"
          role="option"
          aria-selected={index === chosen}
          className={classes.option}
          onMouseDown={(event) => event.preventDefault()}
          onMouseEnter={() => setAt(index)}
          onClick={() => onPick(person)}
        >
          <Person id={person.id} name={person.name} />
        </button>
      ))}
    </div>
  )
}
