import { useSyncExternalStore } from 'react'
import { ClientError } from '../../../src/client/client.ts'
import { sentOf } from '../../client.ts'
import { leaving } from '../../frame/leaving.ts'

/** Milliseconds for which an exit that was taken in a list can be undone. */
export const UNDO = 10_000

/** As many tasks as the server takes at once. */
const MOST = 500

export type TakenExit = { id: string; name: string; exitId: string }

export type Outcome = { done: string[]; errors: Record<string, string> }

export type Batch = {
  key: string
  exit: string
  tasks: TakenExit[]
  /** Null while it can be undone. */
  sent: Promise<void> | null
  timer: ReturnType<typeof setTimeout> | undefined
  /** Rows stay hidden until this is over. */
  onSettled: (batch: Batch, outcome: Outcome | Error) => Promise<unknown>
}

let batches: readonly Batch[] = []
const listeners = new Set<() => void>()

function put(next: readonly Batch[]): void {
  batches = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The exits that were taken and whose outcome is not known yet. */
export const useBatches = (): readonly Batch[] => useSyncExternalStore(subscribe, () => batches)

type Taken = Pick<Batch, 'exit' | 'tasks' | 'onSettled'>

/** Takes an exit of tasks: in a while, so that it can be undone, or at once. */
export function take(taken: Taken, { isUndoable }: { isUndoable: boolean }): void {
  const batch: Batch = { ...taken, key: crypto.randomUUID(), sent: null, timer: undefined }
  put([...batches, batch])
  if (isUndoable) batch.timer = setTimeout(() => void send(batch), UNDO)
  else void send(batch)
}

/** Gives the last batch back that was not sent yet. */
export function undo(): Batch | undefined {
  const last = batches.findLast(({ sent }) => sent === null)
  if (!last) return undefined
  clearTimeout(last.timer)
  put(batches.filter((each) => each !== last))
  return last
}

/** Whoever leaves does not take it back any more. */
export const sendAll = (): Promise<unknown> =>
  Promise.all(batches.map((batch) => batch.sent ?? send(batch)))

leaving.add(sendAll)

function send(batch: Batch): Promise<void> {
  clearTimeout(batch.timer)
  batch.sent = deliver(batch)
    .catch((error: Error) => error)
    .then((outcome) => batch.onSettled(batch, outcome))
    .then(
      () => undefined,
      () => undefined,
    )
    .finally(() => put(batches.filter((each) => each !== batch)))
  put([...batches])
  return batch.sent
}

async function deliver({ key, tasks }: Batch): Promise<Outcome> {
  const outcome: Outcome = { done: [], errors: {} }
  for (let at = 0; at < tasks.length; at += MOST) {
    const part = tasks.slice(at, at + MOST).map(({ id, exitId }) => ({ id, exitId }))
    const { done, errors } = await post(`${key}-${at}`, part)
    outcome.done.push(...done)
    Object.assign(outcome.errors, errors)
  }
  return outcome
}

/** With `keepalive` it arrives even if the page is closed meanwhile. */
async function post(key: string, tasks: { id: string; exitId: string }[]): Promise<Outcome> {
  const { method, path, headers, body } = sentOf('tasks', 'submitMany', { input: { tasks } })
  const response = await fetch(path, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    keepalive: true,
    ...(body !== undefined && { body }),
  })
  const text = await response.text()
  if (!response.ok)
    throw new ClientError({ status: response.status, headers: response.headers, text })
  return JSON.parse(text) as Outcome
}
