import { useSyncExternalStore } from 'react'

/** Whether the server can be reached. A short break is not worth a warning. */
const PATIENCE = 1500

let isLost = false
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(value: boolean): void {
  if (isLost === value) return
  isLost = value
  for (const listener of listeners) listener()
}

export function lineIsUp(): void {
  clearTimeout(timer)
  timer = undefined
  set(false)
}

export function lineIsDown(): void {
  timer ??= setTimeout(() => set(true), PATIENCE)
}

// The browser knows at once when the line itself is gone; the server may be gone without that.
window.addEventListener('offline', () => set(true))
window.addEventListener('online', () => timer === undefined && set(false))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsOffline = (): boolean => useSyncExternalStore(subscribe, () => isLost)
