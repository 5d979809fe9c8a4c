import { ClientError } from '../../../../src/client/client.ts'
import { applyEdits, type LocalFile } from './edits.ts'
import { createDraftStore, type DraftCalls, type Unsaved } from './store.ts'
import type { DraftFile, DraftInfo, Edit, SavedEdits } from './types.ts'

export const path = 'workspaces/hr/apps/holidays.yaml'
export const set = (value: string, key = 'name'): Edit => ({
  file: path,
  op: 'set',
  at: [key],
  value,
})
export const refusal = (status: number) =>
  new ClientError({ status, headers: new Headers(), text: '{"error":"no"}' })

/** A server with one file, and a clock that goes on when it is told to. */
export function stand(left: readonly Unsaved[] = []) {
  const server = {
    revision: 1,
    files: { [path]: fileOf({ name: 'Holidays' }) } as Record<string, DraftFile>,
    fails: [] as unknown[],
    unread: [] as unknown[],
    refuses: (_: Edit) => false,
  }
  const answers = new Map<string, SavedEdits>()
  const forgetKeys = () => answers.clear()
  let held: Promise<void> | undefined
  /** What is asked for from now on is answered late. */
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return () => {
      held = undefined
      resolve()
    }
  }
  const sent: (readonly Edit[])[] = []
  /** The keys of everything that was sent, also if it was refused. */
  const asked: string[] = []
  let keptNow: Unsaved = { queue: [], refused: [] }
  let keys = 0
  let timer: (() => void) | undefined
  const calls: DraftCalls = {
    get: async () => {
      const failure = server.unread.shift()
      if (failure) throw failure
      const info = infoOf(server.revision)
      await held
      return info
    },
    getFile: async (asked) => {
      const file = server.files[asked] ?? Promise.reject(server.unread.shift() ?? refusal(404))
      await held
      return file
    },
    save: async ({ key, revision, acts }) => {
      const edits = acts.flatMap((act) => act.edits)
      asked.push(key)
      const failure = server.fails.shift()
      // An answer can get lost after the work is done.
      if (failure !== 'lost' && failure) throw failure
      const before = answers.get(key)
      if (before) return before
      if (revision !== server.revision) throw refusal(409)
      if (edits.some(server.refuses)) throw refusal(403)
      sent.push(edits)
      for (const edit of edits) server.files = asRead(applyEdits(server.files, [edit]), edit)
      server.revision++
      const files = Object.values(server.files)
      const answer = { revision: server.revision, files, removed: [], problems: [] }
      answers.set(key, answer)
      if (failure === 'lost') throw gone()
      return answer
    },
  }
  let time = 0
  const pass = (hours: number) => {
    time += hours * 3600 * 1000
  }
  const create = (others: readonly Unsaved[], me = 'a') => {
    let unread = others
    return createDraftStore({
      calls,
      me,
      now: () => time,
      kept: {
        adopt: async (take) => {
          for (const each of unread) take(each)
          unread = []
        },
        write: (unsaved) => {
          keptNow = unsaved
        },
      },
      later: (run) => {
        timer = run
        return () => {
          timer = undefined
        }
      },
      newKey: () => `key ${++keys}`,
    })
  }
  const store = create(left)
  /** Another page, after the first one was closed, and others too. */
  const reopen = (...others: Unsaved[]) => create([keptNow, ...others])
  const reopenAs = (me: string) => create([keptNow], me)
  const name = () => (store.get().files[path]?.value as { name?: string } | undefined)?.name
  const kept = () =>
    [...keptNow.queue, ...keptNow.refused].flatMap(({ acts }) => acts.flatMap(({ edits }) => edits))
  const isScheduled = () => timer !== undefined
  const runTimer = () => timer?.()
  return {
    store,
    calls,
    reopen,
    reopenAs,
    pass,
    forgetKeys,
    server,
    sent,
    asked,
    name,
    kept,
    isScheduled,
    runTimer,
    hold,
  }
}

export const fileOf = (value: unknown): DraftFile => ({
  ...{ path, state: 'same', text: JSON.stringify(value), value },
})

/** The text of a value, or the value of a text. */
const asRead = (files: Record<string, LocalFile>, { file: at, op }: Edit) => {
  const { isTextOld: _, ...file }: LocalFile = files[at] ?? fileOf({})
  const isText = op === 'write'
  const value = isText ? parsed(file.text ?? '') : file.value
  const text = isText ? (file.text ?? '') : JSON.stringify(value)
  return at in files ? { ...files, [at]: { ...file, text, value } } : files
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
export const write = (text: string): Edit => ({ file: path, op: 'write', text })
export const gone = () => new TypeError('Failed to fetch')

const infoOf = (revision: number): DraftInfo => ({
  ...{
    id: 'd',
    solution: 'hr',
    author: 'a',
    baseVersion: 1,
    isBehind: false,
    isFromGit: false,
    revision,
  },
  ...{ changes: 0, createdAt: '', updatedAt: '', problems: [] },
  files: [{ path, kind: 'app', state: 'same', isReadOnly: false }],
})

/** With the file opened. */
export async function opened(left: readonly Unsaved[] = []) {
  const all = stand(left)
  await all.store.load()
  await all.store.open(path)
  return all
}
