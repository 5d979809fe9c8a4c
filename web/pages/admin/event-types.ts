import { useTexts } from './texts.ts'

/** `app.item.created` begins with `app.` and with `app.item.`. */
const beginningsOf = (type: string): string[] =>
  type
    .split('.')
    .slice(0, -1)
    .map((_, at, parts) => `${parts.slice(0, at + 1).join('.')}.*`)

/** What can be asked for: the types that have a name, and what several of them begin with. */
export function useEventTypes(): string[] {
  const { events } = useTexts().admin
  const types = Object.keys(events)
  return [...new Set([...types.flatMap(beginningsOf), ...types])].sort()
}
