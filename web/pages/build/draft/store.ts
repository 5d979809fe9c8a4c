import { applyEdits, type Files } from './edits.ts'
import { createHistory } from './history.ts'
import { type Act, type Batch, createQueue, type Sent, withoutSteps } from './queue.ts'
import { createSavedFiles } from './saved-files.ts'
import { createSender, isRefusal, type SaveState } from './sending.ts'
import type { DraftFile, DraftInfo, Edit, Problem, SavedEdits } from './types.ts'

/** Acts that the server does not take: one, and what was done to the same files after it. */
export type Refused = { acts: readonly Act[]; error: { message: string } }

/** What the server does not have yet, for the next time the draft is opened. */
export type Unsaved = { queue: readonly Batch[]; refused: readonly Refused[] }

/** What the store asks of the server. */
export type DraftCalls = {
  get: () => Promise<DraftInfo>
  getFile: (path: string) => Promise<DraftFile>
  save: (batch: Sent) => Promise<SavedEdits>
}

export type KeptEdits = {
  /** Gives what each page left behind that is closed by now; what is written meanwhile replaces it. */
  adopt: (take: (left: Unsaved) => void) => Promise<void>
  write: (unsaved: Unsaved) => void
}

type Parts = {
  calls: DraftCalls
  kept: KeptEdits
  /** Runs something later; gives what prevents it. */
  later: (run: () => void, milliseconds: number) => () => void
  newKey: () => string
  now: () => number
  /** Who is signed in: what the author left behind is nobody else's. */
  me: string
}

export type DraftState = {
  info?: DraftInfo
  /** Why the draft cannot be shown. */
  error?: unknown
  /** The files that were opened, with what is not saved yet. */
  files: Files
  problems: readonly Problem[]
  saving: SaveState
  /** Why nothing of the draft can be saved. */
  refusal?: Error | undefined
  /** What was set aside, so that the rest could be saved. */
  refused: readonly Refused[]
  canUndo: boolean
  canRedo: boolean
}

const PAUSE = 700
const RETRY = 5000

export type DraftStore = ReturnType<typeof createDraftStore>

/** A draft in the browser: edits are seen at once and saved after a short rest, in their order. */
export function createDraftStore({ calls, kept, later, newKey, now, me }: Parts) {
  let state: DraftState = {
    files: {},
    problems: [],
    saving: 'saved',
    refused: [],
    canUndo: false,
    canRedo: false,
  }
  let running: Promise<void> | undefined
  let cancel = () => {}
  const listeners = new Set<() => void>()

  const keep = () => kept.write({ queue: queue.batches(), refused: state.refused })
  const queue = createQueue({ newKey, now, keep })
  const history = createHistory()
  const saved = createSavedFiles({
    calls,
    settled: async () => running?.catch(() => {}),
    onInfo: (told) => {
      sender.onList()
      update(told)
    },
  })
  const sender = createSender({
    save: (batch) => {
      saved.turn()
      return calls.save(batch)
    },
    queue,
    now,
    info: () => state.info,
    reload: saved.reload,
    refresh: refreshNow,
    onSaved: (news) => {
      history.pause()
      if (news) update({ ...saved.merge(news.info, news.answer), files: rewrite() })
    },
    onState: (saving, refusal) => update({ saving, ...(refusal && { refusal }) }),
    settle,
    setAside,
    tryLater: () => schedule(RETRY),
  })

  function update(changes: Partial<DraftState>): void {
    const [canUndo, canRedo] = [history.canUndo(), history.canRedo()]
    state = { ...state, ...changes, canUndo, canRedo }
    for (const listener of listeners) listener()
  }

  const rewrite = () => applyEdits(saved.files(), queue.edits())
  const isUnsaved = () => queue.batches().length > 0

  function settle(): void {
    update({ files: rewrite(), saving: isUnsaved() ? 'unsaved' : 'saved' })
  }

  /** One after another: an answer that comes late would take back what is newer. */
  function inOrder(ask: () => Promise<void>): Promise<void> {
    const asked = (running ? running.then(ask, ask) : ask()).finally(() => {
      if (running === asked) running = undefined
    })
    running = asked
    return asked
  }

  async function loadNow(): Promise<void> {
    try {
      const known = state.info?.revision
      const info = await calls.get()
      update({ info, problems: info.problems, files: rewrite(), error: undefined })
      if (known !== undefined && known !== info.revision) await refreshNow()
      if (info.author === me) await kept.adopt(takeOver)
      update({ files: rewrite() })
      if (isUnsaved()) schedule(0)
    } catch (error) {
      update({ error })
    }
  }

  function takeOver(left: Unsaved): void {
    state = { ...state, refused: [...state.refused, ...left.refused.map(withoutSteps)] }
    queue.takeOver(left.queue)
  }

  /** Asks for a file once; it appears in `files`. */
  const open = (path: string) => saved.open(path, read)

  async function read(path: string): Promise<void> {
    try {
      await saved.read(path)
      update({ files: rewrite() })
    } catch (error) {
      saved.forget(path)
      // A file that was just made is not on the server yet.
      if (path in state.files) return
      update({ error })
      if (!isRefusal(error)) later(() => void open(path), RETRY)
    }
  }

  /** The edits of one act of a person: they are undone together. */
  const edit = (edits: readonly Edit[]) => {
    if (edits.length > 0) put(history.add(state.files, edits))
  }
  const undo = () => put(history.undo())
  const redo = () => put(history.redo())

  function put(act: Act | undefined): void {
    if (!act) return
    queue.put(act)
    update({ files: applyEdits(state.files, act.edits), saving: 'unsaved', refusal: undefined })
    schedule(PAUSE)
  }

  function schedule(milliseconds: number): void {
    cancel()
    cancel = later(() => void flush(), milliseconds)
  }

  /** Saves what is waiting; the promise ends when nothing is, or when it cannot be saved now. */
  function flush(): Promise<void> {
    cancel()
    return inOrder(sender.sendAll)
  }

  function setAside(batch: Sent, { message }: Error): void {
    const acts = queue.takeOut(batch)
    history.forget(acts)
    state = { ...state, refused: [...state.refused, { acts, error: { message } }] }
    keep()
    settle()
  }

  const takeOut = (refused: Refused) => {
    state = { ...state, refused: state.refused.filter((each) => each !== refused) }
  }

  /** Puts what was set aside on top of what is there now. */
  function tryAgain(refused: Refused): void {
    takeOut(refused)
    for (const { edits } of refused.acts) edit(edits)
    update({})
  }

  function drop(refused: Refused): void {
    takeOut(refused)
    keep()
    update({})
  }

  /** Asks for everything again, after something else than edits has changed the draft. */
  const refresh = () => inOrder(refreshNow)

  async function refreshNow(): Promise<void> {
    await saved.refresh()
    update({ files: rewrite() })
  }

  /** After the server itself changed files: what was done before cannot be undone step by step. */
  async function restart(): Promise<void> {
    history.clear()
    await refresh()
  }

  /** Gives up what could not be saved. */
  async function dropUnsaved(): Promise<void> {
    cancel()
    queue.clear()
    history.clear()
    update({ saving: 'saved', refusal: undefined })
    await refresh()
  }

  return {
    get: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    load: () => inOrder(loadNow),
    ...{ open, edit, undo, redo, flush, refresh, restart, dropUnsaved, tryAgain, drop },
  }
}
