import { ClientError } from '../../../../src/client/client.ts'
import { applyEdits, type Files, inverseOf, joinEdits } from './edits.ts'
import type { DraftFile, DraftInfo, Edit, Problem, SavedEdits } from './types.ts'

/** The edits of one act of a person, and the step of the history that undoes them. */
export type Act = { edits: readonly Edit[]; step?: number }

/** What is sent together. Sent again with its key, it is not done twice. */
export type Batch = { key: string; revision: number; acts: readonly Act[] }

/** What the server does not have yet, for the next time the draft is opened. */
export type Unsaved = { sent?: Batch | undefined; acts: readonly Act[] }

/** Acts that the server does not take: one, and what was done to the same files after it. */
export type Refused = { acts: readonly Act[]; error: Error }

/** What the store asks of the server. */
export type DraftCalls = {
  get: () => Promise<DraftInfo>
  getFile: (path: string) => Promise<DraftFile>
  save: (batch: Batch) => Promise<SavedEdits>
}

export type KeptEdits = {
  /** What pages left behind that are closed by now. */
  read: () => Promise<readonly Unsaved[]>
  write: (unsaved: Unsaved) => void
}

type Parts = {
  calls: DraftCalls
  kept: KeptEdits
  /** Runs something later; gives what prevents it. */
  later: (run: () => void, milliseconds: number) => () => void
  newKey: () => string
}

type Step = { id: number; forward: readonly Edit[]; back: readonly Edit[] }

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused'

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
const MOST_STEPS = 200

export type DraftStore = ReturnType<typeof createDraftStore>

/** A draft in the browser: edits are seen at once and saved after a short rest, in their order. */
export function createDraftStore({ calls, kept, later, newKey }: Parts) {
  let state: DraftState = {
    files: {},
    problems: [],
    saving: 'saved',
    refused: [],
    canUndo: false,
    canRedo: false,
  }
  let saved: Files = {}
  let waiting: readonly Act[] = []
  /** On its way, or without an answer: it may be done or not. */
  let sent: Batch | undefined
  /** Whether acts go one by one, to find the one that is refused. */
  let isAlone = false
  let done: Step[] = []
  let undone: Step[] = []
  let steps = 0
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

  const rewrite = () => applyEdits(saved, editsOf([...(sent?.acts ?? []), ...waiting]))
  const keep = () =>
    kept.write({ sent, acts: [...waiting, ...state.refused.flatMap(({ acts }) => acts)] })
  const isUnsaved = () => sent !== undefined || waiting.length > 0
  const settle = () => update({ files: rewrite(), saving: isUnsaved() ? 'unsaved' : 'saved' })

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
      for (const { sent: unanswered, acts } of await kept.read()) {
        if (unanswered && !sent) sent = unanswered
        else if (unanswered) waiting = [...waiting, ...unanswered.acts]
        waiting = [...waiting, ...acts]
      }
      keep()
      update({ files: rewrite() })
      if (isUnsaved()) schedule(0)
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
    const step = remember(edits)
    undone = []
    isTyping = true
    put({ edits, step })
  }

  function remember(edits: readonly Edit[]): number {
    const { back } = edits.reduce(
      (before, each) => ({
        files: applyEdits(before.files, [each]),
        back: [...inverseOf(before.files, each), ...before.back],
      }),
      { files: state.files, back: [] as Edit[] },
    )
    const last = done.at(-1)
    const isOne = isTyping && last && joinEdits(last.forward, edits).length === last.forward.length
    const step = isOne ? { ...last, forward: edits } : { id: ++steps, forward: edits, back }
    done = [...(isOne ? done.slice(0, -1) : done), step].slice(-MOST_STEPS)
    return step.id
  }

  function put(act: Act): void {
    const last = waiting.at(-1)
    const joined = last && joinEdits(last.edits, act.edits)
    const isOne = last?.step === act.step && joined?.length === last?.edits.length
    waiting =
      isOne && joined ? [...waiting.slice(0, -1), { ...act, edits: joined }] : [...waiting, act]
    keep()
    update({ files: applyEdits(state.files, act.edits), saving: 'unsaved', refusal: undefined })
    schedule(PAUSE)
  }

  function undo(): void {
    const step = done.at(-1)
    if (!step) return
    done = done.slice(0, -1)
    undone = [...undone, step]
    isTyping = false
    put({ edits: step.back })
  }

  function redo(): void {
    const step = undone.at(-1)
    if (!step) return
    undone = undone.slice(0, -1)
    done = [...done, step]
    put({ edits: step.forward, step: step.id })
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
    while (state.info && (isUnsaved() || isListOld)) {
      try {
        if (isUnsaved()) take(await send(state.info.revision))
        if (isListOld) await reload()
        settle()
      } catch (error) {
        if (!(await handle(error as Error))) return
      }
    }
  }

  function send(revision: number): Promise<SavedEdits> {
    const next = isAlone ? waiting.slice(0, 1) : waiting
    const batch = sent ?? { key: newKey(), revision, acts: next }
    if (!sent) waiting = waiting.slice(next.length)
    sent = batch
    turns++
    keep()
    update({ saving: 'saving' })
    return calls.save(batch)
  }

  function take({ revision, files, removed, problems }: SavedEdits): void {
    isListOld ||= editsOf(sent?.acts ?? []).some(changesList)
    sent = undefined
    isAlone &&= waiting.length > 0
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
  async function handle(error: Error): Promise<boolean> {
    try {
      if (!isRefusal(error) || !sent) return stop(error)
      if (error.reason === 'key_used') return await forgetSent(sent)
      if (error.status === 409 && (await catchUp(sent))) return true
    } catch (another) {
      return stop(another as Error)
    }
    if (sent.acts.length > 1) takeBack(sent, 'alone')
    else setAside(sent, error)
    return true
  }

  /** What could not be saved waits for the connection, or for its author. */
  function stop(error: Error): false {
    if (isRefusal(error)) update({ saving: 'refused', refusal: error })
    else {
      update({ saving: 'offline' })
      schedule(RETRY)
    }
    return false
  }

  /** It was done, but by a session that is over: its answer is for nobody else. */
  async function forgetSent(batch: Batch): Promise<true> {
    await refreshNow()
    if (sent === batch) sent = undefined
    keep()
    settle()
    return true
  }

  /** The draft was changed elsewhere: the same is sent over what is there now. */
  async function catchUp(batch: Batch): Promise<boolean> {
    await refreshNow()
    if (state.info?.revision === batch.revision) return false
    takeBack(batch)
    return true
  }

  function takeBack({ acts }: Batch, how?: 'alone'): void {
    isAlone = how === 'alone'
    waiting = [...acts, ...waiting]
    sent = undefined
    keep()
    settle()
  }

  /** Later acts on the same files may count on it: they go with it. */
  function setAside({ acts }: Batch, error: Error): void {
    const files = new Set(filesOf(acts))
    const isWithin = (act: Act) => filesOf([act]).some((file) => files.has(file))
    const aside = [...acts, ...waiting.filter(isWithin)]
    const gone = new Set(aside.map(({ step }) => step))
    waiting = waiting.filter((act) => !isWithin(act))
    sent = undefined
    isAlone &&= waiting.length > 0
    done = done.filter(({ id }) => !gone.has(id))
    undone = []
    state = { ...state, refused: [...state.refused, { acts: aside, error }] }
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
    sent = undefined
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
    ...{ open, edit, undo, redo, flush, refresh, restart, dropUnsaved, tryAgain, drop },
  }
}

/** Edits after which the list of files, or what they are called, is another one. */
const changesList = (edit: Edit): boolean =>
  ['create', 'delete', 'rename', 'write'].includes(edit.op) ||
  ('at' in edit && edit.at.length === 1 && edit.at[0] === 'name')

const editsOf = (acts: readonly Act[]): Edit[] => acts.flatMap(({ edits }) => edits)

const filesOf = (acts: readonly Act[]): string[] =>
  editsOf(acts).flatMap((edit) => (edit.op === 'rename' ? [edit.file, edit.to] : [edit.file]))

/** The server has read the request and says no; anything else may go well later. */
const isRefusal = (error: unknown): error is ClientError =>
  error instanceof ClientError &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status) &&
  error.reason !== 'running'
