import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { useMe } from '../../../frame/session.tsx'
import { type Language, useLanguage } from '../../../texts/index.ts'
import { type Say, useTold } from '../../../texts/told.ts'
import { draftCalls } from './calls.ts'
import { isSamePath, isWithin, type LocalFile, valueAt } from './edits.ts'
import { forgetEdits, keptEdits } from './kept-edits.ts'
import { randomKey } from './random-key.ts'
import { createDraftStore, type DraftState, type DraftStore, type Refused } from './store.ts'
import { fileIn, restoreEdits } from './translations.ts'
import type { DraftFile, Edit, KeyPath, Problem } from './types.ts'

/** A draft for its editors: what it says, and how to change it. */
export type Draft = DraftState & {
  id: string
  /** Others who design the solution may look at a draft; its author alone changes it. */
  isMine: boolean
  /** The edits of one act; they are undone together. */
  edit: (edits: readonly Edit[]) => void
  /** Sets one value; undefined takes it away. */
  set: (file: string, at: KeyPath, value: unknown) => void
  undo: () => void
  redo: () => void
  /** Saves what is waiting. */
  flush: () => Promise<void>
  /** Asks for the draft again, after it was changed by something else than edits. */
  refresh: () => Promise<void>
  /** The same, where what was done before cannot be undone any more. */
  restart: () => Promise<void>
  dropUnsaved: () => Promise<void>
  /** Sends again what was set aside, or gives it up. */
  tryAgain: (refused: Refused) => void
  drop: (refused: Refused) => void
  open: (path: string) => Promise<void>
  /** A file as it is now, also in what runs later. */
  read: (path: string) => DraftFile | undefined
  /** What is wrong exactly there; with `within`, also in what is below. */
  problemsAt: (file: string, at: KeyPath, within?: 'within') => readonly Problem[]
}

const stores = new Map<string, DraftStore>()

/** One store per draft and person, so that going to another page and back loses nothing. */
function storeOf(id: string, me: string): DraftStore {
  const store =
    stores.get(`${id} ${me}`) ??
    createDraftStore({
      me,
      now: Date.now,
      calls: draftCalls(id),
      kept: keptEdits(id),
      newKey: randomKey,
      later: (run, milliseconds) => {
        const timer = setTimeout(run, milliseconds)
        return () => clearTimeout(timer)
      },
    })
  stores.set(`${id} ${me}`, store)
  return store
}

/** The draft with this id. Edits are saved by themselves, also while one leaves the page. */
export function useDraft(id: string): Draft {
  const me = useMe()
  const store = storeOf(id, me.id)
  const state = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => {
    void store.load()
    const save = () => void store.flush()
    window.addEventListener('online', save)
    document.addEventListener('visibilitychange', save)
    return () => {
      window.removeEventListener('online', save)
      document.removeEventListener('visibilitychange', save)
      save()
    }
  }, [store])
  const language = useLanguage()
  const isMine = state.info?.author === me.id
  const { problems } = state
  const say = useTold()
  const told = useMemo(() => inWords(problems, say), [problems, say])
  return useMemo(
    () => draftOf({ id, isMine, store, state: { ...state, problems: told }, language }),
    [id, isMine, store, state, told, language],
  )
}

const inWords = (problems: DraftState['problems'], say: Say): DraftState['problems'] =>
  problems.map((each) => ({ ...each, message: say(each.message) }))

type Parts = Pick<Draft, 'id' | 'isMine'> & {
  store: DraftStore
  state: DraftState
  language: Language
}

/** Editors see the texts of one language; what they change keeps the others. */
const draftOf = ({ id, isMine, store, state, language }: Parts): Draft => ({
  ...state,
  ...store,
  id,
  isMine,
  files: Object.fromEntries(
    Object.entries(state.files).map(([path, file]) => [path, fileIn(file, language)]),
  ),
  edit: (edits) => store.edit(restoreEdits(edits, store.get().files, language)),
  read: (path) => {
    const file = store.get().files[path]
    return file && fileIn(file, language)
  },
  set: (file, at, value) => {
    const before = valueAt(store.get().files[file]?.value, at)
    if (value === undefined && before === undefined) return
    const edit: Edit =
      value === undefined ? { file, op: 'remove', at } : { file, op: 'set', at, value }
    store.edit(restoreEdits([edit], store.get().files, language))
  },
  problemsAt: (file, at, within) =>
    state.problems.filter(
      (each) => each.file === file && (within ? isWithin(each.at, at) : isSamePath(each.at, at)),
    ),
})

/** A file of a draft; undefined while it is on its way. */
export function useDraftFile(draft: Draft, path: string): LocalFile | undefined {
  const { open } = draft
  useEffect(() => {
    void open(path)
  }, [open, path])
  return draft.files[path]
}

/** Forgets a draft that is published or discarded. */
export function forgetDraft(id: string): void {
  for (const key of stores.keys()) if (key.startsWith(`${id} `)) stores.delete(key)
  forgetEdits(id)
}
