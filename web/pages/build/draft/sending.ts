import { ClientError } from '../../../../src/client/client.ts'
import { editsOf, type Queue, type Sent } from './queue.ts'
import type { DraftInfo, Edit, SavedEdits } from './types.ts'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused'

type Parts = {
  save: (batch: Sent) => Promise<SavedEdits>
  queue: Queue
  now: () => number
  /** The draft as it is known by now. */
  info: () => DraftInfo | undefined
  /** Asks for the draft, or for everything that is open, again. */
  reload: () => Promise<unknown>
  refresh: () => Promise<void>
  /** What was sent is done, and no longer in the queue; what the answer adds to the draft, if anything. */
  onSaved: (news?: { info: DraftInfo; answer: SavedEdits }) => void
  /** What is sent, saved or refused has changed. */
  onState: (saving: SaveState, refusal?: Error) => void
  settle: () => void
  /** The server does not take the one act of this batch. */
  setAside: (batch: Sent, error: Error) => void
  tryLater: () => void
}

/** The server knows keys for a day. */
const LONGEST_KNOWN = 20 * 3600 * 1000

/** Sends the queue, one batch after another, until it is empty or cannot be sent now. */
export function createSender(parts: Parts) {
  const { queue, info, refresh, onState, settle, setAside } = parts
  /** Whether the list of files, or what is wrong with them, is to be asked for again. */
  let isListOld = false

  async function sendAll(): Promise<void> {
    while (hasMore()) {
      const known = info()
      if (!known) return
      const batch = isListOld ? undefined : queue.next(known.revision)
      if (batch) onState('saving')
      try {
        if (batch) await take(batch, await parts.save(batch))
        else await parts.reload()
        settle()
      } catch (error) {
        if (!(await handle(error as Error, batch))) return
      }
    }
  }

  const hasMore = () => queue.batches().length > 0 || isListOld

  async function take(batch: Sent, answer: SavedEdits): Promise<void> {
    const known = info()
    // An answer that is given again says how things were then.
    const isOld = known !== undefined && answer.revision < known.revision
    if (isOld) await refresh()
    isListOld ||= !isOld && editsOf(batch.acts).some(changesList)
    queue.replace(batch, [])
    parts.onSaved(known && !isOld ? { info: known, answer } : undefined)
  }

  /** Whether sending goes on. */
  async function handle(error: Error, batch: Sent | undefined): Promise<boolean> {
    try {
      if (!isRefusal(error) || !batch) return stop(error)
      if (error.reason === 'key_used') return await forgetSent(batch)
      if (error.status === 409 && (await catchUp(batch, error))) return true
    } catch (another) {
      return stop(another as Error)
    }
    if (batch.acts.length > 1) {
      queue.takeApart(batch)
      settle()
    } else setAside(batch, error)
    return true
  }

  /** What could not be saved waits for the connection, or for its author. */
  function stop(error: Error): false {
    if (isRefusal(error)) onState('refused', error)
    else {
      onState('offline')
      parts.tryLater()
    }
    return false
  }

  /** It was done, by a session that is over or by another page: its answer is for nobody else. */
  async function forgetSent(batch: Sent): Promise<true> {
    await refresh()
    queue.replace(batch, [])
    settle()
    return true
  }

  /**
   * The draft was changed elsewhere: the same is sent over what is there now, with the same key. If it is so
   * old that its key may be forgotten, the change may have been this one: its author decides.
   */
  async function catchUp(batch: Sent, error: Error): Promise<boolean> {
    await refresh()
    if (info()?.revision === batch.revision) return false
    if (parts.now() - batch.at > LONGEST_KNOWN) setAside(batch, error)
    else {
      queue.replace(batch, [{ ...batch, revision: undefined }])
      settle()
    }
    return true
  }

  return {
    sendAll,
    /** The list of files was asked for again. */
    onList: () => {
      isListOld = false
    },
  }
}

/** Edits after which the list of files, or what they are called, is another one. */
const changesList = (edit: Edit): boolean =>
  ['create', 'delete', 'rename', 'write'].includes(edit.op) ||
  ('at' in edit && edit.at.length === 1 && edit.at[0] === 'name')

/** The server has read the request and says no; anything else may go well later. */
export const isRefusal = (error: unknown): error is ClientError =>
  error instanceof ClientError &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status) &&
  error.reason !== 'running'
