import type { ServerResponse } from 'node:http'
import type { Platform } from '../platform/context.ts'

/** Milliseconds. What takes longer waits for something else, or has limits of its own. */
const LONGEST = 1000

/** A request has its place until it is answered, or for a second; the promise is there only if it has to wait. */
export function takePlace(
  turns: Platform['turns']['requests'],
  { owner, left, response }: { owner: string; left: () => AbortSignal; response: ServerResponse },
): Promise<void> | undefined {
  const hold = () => holdPlace(response, () => turns.leave(owner))
  const entered = turns.enter(owner, left)
  if (entered !== undefined) return entered.then(hold)
  hold()
  return undefined
}

function holdPlace(response: ServerResponse, leave: () => void): void {
  let isHeld = true
  const end = () => {
    if (isHeld) leave()
    isHeld = false
    clearTimeout(timer)
  }
  const timer = setTimeout(end, LONGEST)
  response.once('close', end)
  if (response.destroyed) end()
}
