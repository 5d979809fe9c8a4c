import { ClientError } from '../../../../src/client/client.ts'
import { applyEdits, type Files, inverseOf, isDone, joinEdits } from './edits.ts'
import type { DraftFile, DraftInfo, Edit, Problem, SavedEdits } from './types.ts'

/** What the store asks of the server. */
export type DraftCalls = {
  get: () => Promise<DraftInfo>
  getFile: (path: string) => Promise<DraftFile>
  save: (revision: number, edits: readonly Edit[]) => Promise<SavedEdits>
}

/** Edits that the server does not have yet, for the next time the draft is opened. */
export type KeptEdits = {
  read: () => readonly Edit[]
  write: (edits: readonly Edit[]) => void
}

type Parts = {
  calls: DraftCalls
  kept: KeptEdits
  /** Runs something later; gives what prevents it. */
  later: (run: () => void, milliseconds: number) => () => void
}

type Step = { forward: readonly Edit[]; back: readonly Edit[] }

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused'

export type DraftState = {
  info?: DraftInfo
  /** Why the draft cannot be shown. */
  error?: unknown
  /** The files that were opened, with what is not saved yet. */
  files: Files
  problems: readonly Problem[]
  saving: SaveState
  /** What the server said to the edits that it refused. */
  refusal?: Error | undefined
  canUndo: boolean
  canRedo: boolean
}

const PAUSE = 700
const RETRY = 5000
const MOST_STEPS = 200

export type DraftStore = ReturnType<typeof createDraftStore>

/** A draft in the browser: edits are seen at once and saved after a short rest, in their order. */
export function createDraftStore({ calls, kept, later }: Parts) {
  let state: DraftState = {
    files: {},
    problems: [],
    saving: 'saved',
    canUndo: false,
    canRedo: false,
  }
  let saved: Files = {}
  let waiting: readonly Edit[] = []
  let sending: readonly Edit[] = []
  let done: Step[] = []
  let undone: Step[] = []
  let running: Promise<void> | undefined
  /** How often a save was sent, or the draft was asked for as a whole. */
  let turns = 0
  /** Whether the list of files, or what is wrong with them, is to be asked for again. */
  let isListOld = false
  /** Whether the next letters belong to the same word. */
  let isTyping = false
  let cancel = () => {}
  const opening = new Map<string, Promise<void>>()
  const listeners = new Set<() => void>()

  function update(changes: Partial<DraftState>): void {
    state = { ...state, ...changes, canUndo: done.length > 0, canRedo: undone.length > 0 }
    for (const listener of listeners) listener()
  }

  const rewrite = () => applyEdits(saved, [...sending, ...waiting])
  const keep = () => kept.write([...sending, ...waiting])

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
      waiting = waiting.length > 0 ? waiting : kept.read()
      update({ info, problems: info.problems, files: rewrite(), error: undefined })
      if (known !== undefined && known !== info.revision) await refreshNow()
      if (waiting.length > 0) schedule(0)
    } catch (error) {
      update({ error })
    }
  }

  /** Asks for a file once; it appears in `files`. */
  function open(path: string): Promise<void> {
    const asked = opening.get(path) ?? read(path)
    opening.set(path, asked)
    return asked
  }

  async function read(path: string): Promise<void> {
    try {
      const file = await fileNow(path)
      saved = { ...saved, [path]: file }
      update({ files: rewrite() })
    } catch (error) {
      opening.delete(path)
      // A file that was just made is not on the server yet.
      if (path in state.files) return
      update({ error })
      if (!isRefusal(error)) later(() => void open(path), RETRY)
    }
  }

  /** Files are asked for side by side; one that was overtaken by a save is asked for again. */
  async function fileNow(path: string): Promise<DraftFile> {
    await running?.catch(() => {})
    const before = turns
    const file = await calls.getFile(path)
    return before === turns ? file : fileNow(path)
  }

  /** The edits of one act of a person: they are undone together. */
  function edit(edits: readonly Edit[]): void {
    remember(edits)
    undone = []
    isTyping = true
    put(edits)
  }

  function remember(edits: readonly Edit[]): void {
    const { back } = edits.reduce(
      (before, each) => ({
        files: applyEdits(before.files, [each]),
        back: [...inverseOf(before.files, each), ...before.back],
      }),
      { files: state.files, back: [] as Edit[] },
    )
    const last = done.at(-1)
    const isOne = isTyping && last && joinEdits(last.forward, edits).length === last.forward.length
    const step = isOne ? { forward: edits, back: last.back } : { forward: edits, back }
    done = [...(isOne ? done.slice(0, -1) : done), step].slice(-MOST_STEPS)
  }

  function put(edits: readonly Edit[]): void {
    waiting = joinEdits(waiting, edits)
    keep()
    update({ files: applyEdits(state.files, edits), saving: 'unsaved', refusal: undefined })
    schedule(PAUSE)
  }

  function undo(): void {
    const step = done.at(-1)
    if (!step) return
    done = done.slice(0, -1)
    undone = [...undone, step]
    isTyping = false
    put(step.back)
  }

  function redo(): void {
    const step = undone.at(-1)
    if (!step) return
    undone = undone.slice(0, -1)
    done = [...done, step]
    put(step.forward)
  }

  function schedule(milliseconds: number): void {
    cancel()
    cancel = later(() => void flush(), milliseconds)
  }

  /** Saves what is waiting; the promise ends when nothing is, or when it cannot be saved now. */
  function flush(): Promise<void> {
    cancel()
    return inOrder(saveAll)
  }

  async function saveAll(): Promise<void> {
    while (state.info && (waiting.length > 0 || isListOld)) {
      const { revision } = state.info
      try {
        if (waiting.length > 0) take(await send(revision))
        if (isListOld) await reload()
        update({ saving: waiting.length > 0 ? 'unsaved' : 'saved' })
      } catch (error) {
        if (!(await handle(error as Error, revision))) return
      }
    }
  }

  function send(revision: number): Promise<SavedEdits> {
    sending = waiting
    waiting = []
    turns++
    update({ saving: 'saving' })
    return calls.save(revision, sending)
  }

  function take({ revision, files, removed, problems }: SavedEdits): void {
    isListOld ||= sending.some(changesList)
    sending = []
    isTyping = false
    saved = Object.fromEntries(
      [...Object.entries(saved), ...files.map((file) => [file.path, file] as const)].filter(
        ([path]) => !removed.includes(path),
      ),
    )
    for (const { path } of files) opening.set(path, Promise.resolve())
    for (const path of removed) opening.delete(path)
    keep()
    const info = state.info && { ...state.info, revision, files: entriesAfter(files) }
    update({ ...(info && { info }), problems, files: rewrite() })
  }

  const entriesAfter = (files: DraftFile[]) =>
    (state.info?.files ?? []).map((entry) => {
      const file = files.find(({ path }) => path === entry.path)
      return file ? { ...entry, state: file.state } : entry
    })

  async function reload(): Promise<void> {
    const info = await calls.get()
    isListOld = false
    update({ info, problems: info.problems })
  }

  /** Whether saving goes on. */
  async function handle(error: Error, revision: number): Promise<boolean> {
    try {
      if (isRefusal(error) && error.status === 409 && (await catchUp(revision))) return true
    } catch (another) {
      return stop(another as Error)
    }
    return stop(error)
  }

  /** What could not be saved waits for the connection, or for its author. */
  function stop(error: Error): false {
    waiting = [...sending, ...waiting]
    sending = []
    if (isRefusal(error)) update({ saving: 'refused', refusal: error })
    else {
      update({ saving: 'offline' })
      schedule(RETRY)
    }
    return false
  }

  /** The draft was changed elsewhere, or the answer to the last edits got lost on its way. */
  async function catchUp(revision: number): Promise<boolean> {
    const before = saved
    await refreshNow()
    if (state.info?.revision === revision) return false
    waiting = isDone(sending, before, saved) ? waiting : [...sending, ...waiting]
    sending = []
    keep()
    update({ files: rewrite(), saving: waiting.length > 0 ? 'unsaved' : 'saved' })
    return true
  }

  /** Asks for everything again, after something else than edits has changed the draft. */
  const refresh = () => inOrder(refreshNow)

  async function refreshNow(): Promise<void> {
    turns++
    await reload()
    const paths = (state.info?.files ?? [])
      .filter(({ path, state: each }) => opening.has(path) && each !== 'removed')
      .map(({ path }) => path)
    const files = await Promise.all(paths.map((path) => calls.getFile(path)))
    saved = Object.fromEntries(files.map((file) => [file.path, file]))
    update({ files: rewrite() })
  }

  /** After the server itself changed files: what was done before cannot be undone step by step. */
  async function restart(): Promise<void> {
    done = []
    undone = []
    await refresh()
  }

  /** Gives up what could not be saved. */
  async function dropUnsaved(): Promise<void> {
    cancel()
    waiting = []
    sending = []
    done = []
    undone = []
    keep()
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
    ...{ open, edit, undo, redo, flush, refresh, restart, dropUnsaved },
  }
}

/** Edits after which the list of files, or what they are called, is another one. */
const changesList = (edit: Edit): boolean =>
  ['create', 'delete', 'rename', 'write'].includes(edit.op) ||
  ('at' in edit && edit.at.length === 1 && edit.at[0] === 'name')

/** The server has read the request and says no; anything else may go well later. */
const isRefusal = (error: unknown): error is ClientError =>
  error instanceof ClientError && error.status < 500 && ![401, 408, 429].includes(error.status)
