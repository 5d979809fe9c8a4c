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

type Sent = Pick<TakenExit, 'id' | 'exitId'>

/** Browsers refuse more than 64 KiB that outlive a page, of all requests together. */
const MOST_ALIVE = 60_000

const ENTRY = JSON.stringify({ id: '', exitId: '' }).length + 1

/** The size of a request about these tasks; ids and the ids of exits are plain letters. */
const bytesOf = (tasks: readonly Sent[]): number =>
  tasks.reduce((sum, { id, exitId }) => sum + ENTRY + id.length + exitId.length, 20)

type Taken = Pick<Batch, 'exit' | 'tasks' | 'onSettled'>

/** Takes an exit of tasks: in a while, so that it can be undone, or at once. */
export function take(taken: Taken, { isUndoable }: { isUndoable: boolean }): void {
  const batch: Batch = { ...taken, key: crypto.randomUUID(), sent: null, timer: undefined }
  const waiting = batches.filter(({ sent }) => sent === null)
  // What would not arrive if the page were closed is not held back.
  const all = [...waiting, batch].reduce((sum, { tasks }) => sum + bytesOf(tasks), 0)
  put([...batches, batch])
  if (all > MOST_ALIVE) void sendAll()
  else if (isUndoable) batch.timer = setTimeout(() => void send(batch), UNDO)
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

/** All parts are on their way at once: a page that is closed has no time for one after the other. */
async function deliver({ key, tasks }: Batch): Promise<Outcome> {
  const parts = Array.from({ length: Math.ceil(tasks.length / MOST) }, (_, at) =>
    tasks.slice(at * MOST, (at + 1) * MOST).map(({ id, exitId }) => ({ id, exitId })),
  )
  const outcomes = await Promise.all(parts.map((part, at) => post(`${key}-${at}`, part)))
  return {
    done: outcomes.flatMap(({ done }) => done),
    errors: Object.assign({}, ...outcomes.map(({ errors }) => errors)),
  }
}

let aliveBytes = 0

/** With `keepalive` it arrives even if the page is closed meanwhile, as far as browsers allow. */
async function post(key: string, tasks: Sent[]): Promise<Outcome> {
  const { method, path, headers, body } = sentOf('tasks', 'submitMany', { input: { tasks } })
  const size = bytesOf(tasks)
  const keepalive = aliveBytes + size <= MOST_ALIVE
  if (keepalive) aliveBytes += size
  const response = await fetch(path, {
    method,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
    keepalive,
    ...(body !== undefined && { body }),
  }).finally(() => {
    if (keepalive) aliveBytes -= size
  })
  const text = await response.text()
  if (!response.ok)
    throw new ClientError({ status: response.status, headers: response.headers, text })
  return JSON.parse(text) as Outcome
}
