import type { Files } from './edits.ts'
import type { DraftFile, DraftInfo, Problem, SavedEdits } from './types.ts'

type Calls = {
  get: () => Promise<DraftInfo>
  getFile: (path: string) => Promise<DraftFile>
}

type SavedState = { info: DraftInfo; problems: readonly Problem[] }

type Parts = {
  calls: Calls
  /** The draft was asked for as a whole. */
  onInfo: (told: SavedState) => void
  /** Ends when no save is under way. */
  settled: () => Promise<unknown>
}

/** The files that were opened, as the server has them. */
export function createSavedFiles({ calls, onInfo, settled }: Parts) {
  let files: Files = {}
  const opening = new Map<string, Promise<void>>()
  /** How often a save was sent, or the draft was asked for as a whole. */
  let turns = 0

  /** Asks for a file once. */
  function open(path: string, read: (path: string) => Promise<void>): Promise<void> {
    const asked = opening.get(path) ?? read(path)
    opening.set(path, asked)
    return asked
  }

  async function read(path: string): Promise<void> {
    const file = await fileNow(path)
    files = { ...files, [path]: file }
  }

  /** Files are asked for side by side; one that was overtaken by a save is asked for again. */
  async function fileNow(path: string): Promise<DraftFile> {
    await settled()
    const before = turns
    const file = await calls.getFile(path)
    return before === turns ? file : fileNow(path)
  }

  async function reload(): Promise<DraftInfo> {
    const info = await calls.get()
    onInfo({ info, problems: info.problems })
    return info
  }

  /** Asks for everything that is open again. */
  async function refresh(): Promise<void> {
    turns++
    const info = await reload()
    const paths = info.files
      .filter(({ path, state }) => opening.has(path) && state !== 'removed')
      .map(({ path }) => path)
    const found = await Promise.all(paths.map((path) => calls.getFile(path)))
    files = Object.fromEntries(found.map((file) => [file.path, file]))
  }

  /** Puts what a save changed into what is known; gives the draft as it is then. */
  function merge(known: DraftInfo, answer: SavedEdits): SavedState {
    const { revision, files: changed, removed, problems } = answer
    files = Object.fromEntries(
      [...Object.entries(files), ...changed.map((file) => [file.path, file] as const)].filter(
        ([path]) => !removed.includes(path),
      ),
    )
    for (const { path } of changed) opening.set(path, Promise.resolve())
    for (const path of removed) opening.delete(path)
    return { info: { ...known, revision, files: entriesAfter(known, changed) }, problems }
  }

  return {
    files: () => files,
    forget: (path: string) => opening.delete(path),
    /** A save is sent: what was asked for before is overtaken. */
    turn: () => {
      turns++
    },
    ...{ open, read, reload, refresh, merge },
  }
}

const entriesAfter = (info: DraftInfo, changed: readonly DraftFile[]) =>
  info.files.map((entry) => {
    const file = changed.find(({ path }) => path === entry.path)
    return file ? { ...entry, state: file.state } : entry
  })
