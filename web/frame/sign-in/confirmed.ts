/** Where a tab returns to in which a provider only asked once more who is there. */
export const CONFIRMED = '/?confirmed'

const CHANNEL = 'kontor:confirmed'

/** Tells the tab that waits for it. */
export function tellConfirmed(): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(CONFIRMED)
  channel.close()
}

/** Returns what ends the waiting. */
export function onConfirmation(act: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', act)
  return () => channel.close()
}
