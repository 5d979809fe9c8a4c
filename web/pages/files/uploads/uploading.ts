import { useSyncExternalStore } from 'react'
import { v4 } from 'uuid'
import { ClientError } from '../../../../src/client/client.ts'
import { queries } from '../../../frame/queries.ts'
import { endOf, Interrupted, sendPart, type Target } from './sending.ts'
import { forget, isSame, listStored, type StoredUpload, store } from './stored-uploads.ts'

type State = 'waiting' | 'sending' | 'interrupted' | 'failed' | 'done'

export type Upload = {
  hash: string
  file: File
  target: Target
  by: string
  /** Bytes that have arrived for sure. */
  arrived: number
  /** Bytes that have left. */
  sent: number
  state: State
  error?: string
  /** Whether some of it was sent before: it may be there although nobody said so. */
  isAgain: boolean
}

const AT_ONCE = 2

let uploads: readonly Upload[] = []
const listeners = new Set<() => void>()
const running = new Map<string, AbortController>()

function setAll(next: readonly Upload[]) {
  uploads = next
  for (const listener of listeners) listener()
}

const change = (hash: string, changes: Partial<Upload>) =>
  setAll(uploads.map((each) => (each.hash === hash ? { ...each, ...changes } : each)))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** They go on wherever in the console somebody is. */
export const useUploads = (): readonly Upload[] => useSyncExternalStore(subscribe, () => uploads)

const isSameTarget = (one: Target, other: Target) => JSON.stringify(one) === JSON.stringify(other)

/** A file of which a part is on the server already goes on where it stopped. */
export function addUploads(files: readonly File[], target: Target, by: string): void {
  const stored = listStored(by).filter((each) => isSameTarget(each.target, target))
  const isActive = (hash: string) => uploads.some((each) => each.hash === hash)
  const added = files.map((file): Upload => {
    const begun = stored.find((each) => isSame(each, file) && !isActive(each.hash))
    const sent = begun?.sent ?? 0
    const hash = begun?.hash ?? v4()
    return { hash, file, target, by, arrived: sent, sent, state: 'waiting', isAgain: !!begun }
  })
  setAll([...uploads, ...added])
  work()
}

export function resume(hash: string): void {
  change(hash, { state: 'waiting', isAgain: true })
  work()
}

/** Stops it and leaves nothing behind; the server sweeps away what has come. */
export function cancel(hash: string): void {
  running.get(hash)?.abort()
  forget(hash)
  setAll(uploads.filter((each) => each.hash !== hash))
}

export const clearDone = (): void =>
  setAll(uploads.filter(({ state }) => state === 'waiting' || state === 'sending'))

/** Uploads of an earlier page that stopped. */
export const listStopped = (by: string): StoredUpload[] =>
  listStored(by).filter(({ hash }) => !uploads.some((each) => each.hash === hash))

function work(): void {
  for (const upload of uploads) {
    if (running.size >= AT_ONCE) return
    if (upload.state === 'waiting' && !running.has(upload.hash)) void run(upload)
  }
}

async function run(upload: Upload): Promise<void> {
  const { hash } = upload
  const controller = new AbortController()
  running.set(hash, controller)
  change(hash, { state: 'sending' })
  try {
    await sendAll(upload, controller.signal)
    finish(hash)
  } catch (error) {
    if (!controller.signal.aborted) fail(upload, error as Error)
  } finally {
    running.delete(hash)
    work()
  }
}

async function sendAll({ hash, file, target, by, arrived }: Upload, signal: AbortSignal) {
  let start = arrived
  do {
    await sendPart({
      ...{ hash, file, target, start, signal },
      onSent: (sent) => change(hash, { sent }),
    })
    start = endOf({ file, start })
    change(hash, { arrived: start, sent: start })
    const { name, size, lastModified: modified } = file
    if (start < size) store({ hash, name, size, modified, target, by, sent: start, at: Date.now() })
  } while (start < file.size)
}

function finish(hash: string) {
  forget(hash)
  change(hash, { state: 'done' })
  void queries.invalidateQueries({ queryKey: ['disk'] })
}

function fail({ hash, isAgain, arrived }: Upload, error: Error) {
  if (error instanceof Interrupted) {
    const sent = uploads.find((each) => each.hash === hash)?.arrived ?? 0
    return change(hash, { state: 'interrupted', error: error.message, sent })
  }
  // The last word of the server got lost, but the file did not.
  if (isAgain && error instanceof ClientError && error.status === 409) return finish(hash)
  forget(hash)
  // Too long ago: it begins anew.
  if (arrived > 0 && error.message.includes('NoSuchUpload')) {
    change(hash, { hash: v4(), arrived: 0, sent: 0, state: 'waiting', isAgain: false })
    return
  }
  change(hash, { state: 'failed', error: error.message, hash: v4(), arrived: 0, sent: 0 })
}

/** Leaving would end them. */
addEventListener('beforeunload', (event) => {
  if (running.size > 0) event.preventDefault()
})
