import { ClientError } from '../../../../src/client/client.ts'
import { applyEdits, type Files, inverseOf, joinEdits } from './edits.ts'
import type { DraftFile, DraftInfo, Edit, Problem, SavedEdits } from './types.ts'

/** The edits of one act of a person, and the step of the history that undoes them. */
export type Act = { edits: readonly Edit[]; step?: number }

/** What is sent together. Sent again with its key, it is not done twice. */
export type Batch = {
  key: string
  acts: readonly Act[]
  /** When it was begun, or first sent. */
  at: number
  /** What it was sent over; it may be done or not. */
  revision?: number | undefined
}

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

type Sent = Batch & { revision: number }

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
/** The server knows keys for a day. */
const LONGEST_KNOWN = 20 * 3600 * 1000

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
  let saved: Files = {}
  /** What the server does not have yet, in its order. */
  let queue: readonly Batch[] = []
  /** The key of the last batch, while more acts go into it. */
  let openKey: string | undefined
  /** The keys of batches that other pages left behind. */
  const found = new Set<string>()
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

  const rewrite = () => applyEdits(saved, editsOf(queue.flatMap(({ acts }) => acts)))
  const keep = () => kept.write({ queue, refused: state.refused })
  const isUnsaved = () => queue.length > 0
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
      if (info.author === me) await kept.adopt(takeOver)
      update({ files: rewrite() })
      if (isUnsaved()) schedule(0)
    } catch (error) {
      update({ error })
    }
  }

  /** It is older than what was done here; what may be done already comes first, to be known as such. */
  function takeOver(left: Unsaved): void {
    for (const { key } of left.queue) found.add(key)
    const rank = ({ key, revision }: Batch) => (revision !== undefined ? 0 : found.has(key) ? 1 : 2)
    const all = [...queue, ...left.queue.map(withoutSteps)]
    queue = all.toSorted((one, other) => rank(one) - rank(other))
    state = { ...state, refused: [...state.refused, ...left.refused.map(withoutSteps)] }
    keep()
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
    if (edits.length === 0) return
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
    const forward = last && joinEdits(last.forward, edits)
    const isOne = isTyping && last && forward?.length === last.forward.length
    const step = isOne ? { ...last, forward } : { id: ++steps, forward: edits, back }
    done = [...(isOne ? done.slice(0, -1) : done), step].slice(-MOST_STEPS)
    return step.id
  }

  function put(act: Act): void {
    const last = queue.at(-1)
    const open = last && last.key === openKey ? last : { key: newKey(), at: now(), acts: [] }
    openKey = open.key
    queue = [
      ...queue.filter(({ key }) => key !== openKey),
      { ...open, acts: withAct(open.acts, act) },
    ]
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
      const batch = isListOld ? undefined : next(state.info.revision)
      try {
        if (batch) await take(batch, await calls.save(batch))
        else await reload()
        settle()
      } catch (error) {
        if (!(await handle(error as Error, batch))) return
      }
    }
  }

  /** The first of the queue, kept as it is sent: whoever sends it again sends the same. */
  function next(revision: number): Sent | undefined {
    const [first] = queue
    if (!first) return undefined
    const at = first.revision === undefined ? now() : first.at
    const batch = { ...first, at, revision: first.revision ?? revision }
    if (batch.key === openKey) openKey = undefined
    replace(batch, [batch])
    turns++
    update({ saving: 'saving' })
    return batch
  }

  function replace({ key }: Batch, by: readonly Batch[]): void {
    queue = queue.flatMap((each) => (each.key === key ? by : [each]))
    keep()
  }

  async function take(batch: Sent, answer: SavedEdits): Promise<void> {
    const { revision, files, removed, problems } = answer
    // An answer that is given again says how things were then.
    const isOld = state.info !== undefined && revision < state.info.revision
    if (isOld) await refreshNow()
    isListOld ||= !isOld && editsOf(batch.acts).some(changesList)
    isTyping = false
    replace(batch, [])
    if (isOld) return
    saved = Object.fromEntries(
      [...Object.entries(saved), ...files.map((file) => [file.path, file] as const)].filter(
        ([path]) => !removed.includes(path),
      ),
    )
    for (const { path } of files) opening.set(path, Promise.resolve())
    for (const path of removed) opening.delete(path)
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
  async function handle(error: Error, batch: Sent | undefined): Promise<boolean> {
    try {
      if (!isRefusal(error) || !batch) return stop(error)
      if (error.reason === 'key_used') return await forgetSent(batch)
      if (error.status === 409 && (await catchUp(batch, error))) return true
    } catch (another) {
      return stop(another as Error)
    }
    if (batch.acts.length > 1) takeApart(batch)
    else setAside(batch, error)
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

  /** It was done, by a session that is over or by another page: its answer is for nobody else. */
  async function forgetSent(batch: Sent): Promise<true> {
    await refreshNow()
    replace(batch, [])
    settle()
    return true
  }

  /**
   * The draft was changed elsewhere: the same is sent over what is there now, with the same key. If it is so
   * old that its key may be forgotten, the change may have been this one: its author decides.
   */
  async function catchUp(batch: Sent, error: Error): Promise<boolean> {
    await refreshNow()
    if (state.info?.revision === batch.revision) return false
    if (now() - batch.at > LONGEST_KNOWN) setAside(batch, error)
    else {
      replace(batch, [{ ...batch, revision: undefined }])
      settle()
    }
    return true
  }

  /** To find the act that is refused. */
  function takeApart(batch: Sent): void {
    replace(
      batch,
      batch.acts.map((act) => ({ key: newKey(), at: now(), acts: [act] })),
    )
    settle()
  }

  /** Later acts on the same files may count on it: they go with it, unless they may be done already. */
  function setAside({ key, acts }: Sent, error: Error): void {
    const files = new Set(filesOf(acts))
    const isWithin = (act: Act) => filesOf([act]).some((file) => files.has(file))
    const others = queue.filter((each) => each.key !== key)
    const unsent = others.filter(({ revision }) => revision === undefined)
    const aside = [...acts, ...unsent.flatMap((each) => each.acts.filter(isWithin))]
    const gone = new Set(aside.map(({ step }) => step))
    queue = others.flatMap((each): Batch[] => {
      if (each.revision !== undefined || !each.acts.some(isWithin)) return [each]
      const left = each.acts.filter((act) => !isWithin(act))
      return left.length > 0 ? [{ ...each, key: newKey(), acts: left }] : []
    })
    done = done.filter(({ id }) => !gone.has(id))
    undone = []
    const { message } = error
    state = { ...state, refused: [...state.refused, { acts: aside, error: { message } }] }
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
    queue = []
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

/** Typing a word is one act, not one for each letter. */
function withAct(acts: readonly Act[], act: Act): readonly Act[] {
  const last = acts.at(-1)
  const edits = last && joinEdits(last.edits, act.edits)
  const isOne = last?.step === act.step && edits?.length === last?.edits.length
  return isOne && edits ? [...acts.slice(0, -1), { ...act, edits }] : [...acts, act]
}

/** The history of another page is not that of this one. */
const withoutSteps = <T extends { acts: readonly Act[] }>(of: T): T => ({
  ...of,
  acts: of.acts.map(({ edits }) => ({ edits })),
})

const editsOf = (acts: readonly Act[]): Edit[] => acts.flatMap(({ edits }) => edits)

const filesOf = (acts: readonly Act[]): string[] =>
  editsOf(acts).flatMap((edit) => (edit.op === 'rename' ? [edit.file, edit.to] : [edit.file]))

/** The server has read the request and says no; anything else may go well later. */
const isRefusal = (error: unknown): error is ClientError =>
  error instanceof ClientError &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status) &&
  error.reason !== 'running'
