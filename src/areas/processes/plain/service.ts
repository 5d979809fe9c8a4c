import { isDeepStrictEqual } from 'node:util'
import { forbidden, invalid } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { ItemReference } from '../store/instances.ts'
import type { Task } from '../store/tasks.ts'
import { lockTask, requireOpen } from '../submit.ts'
import * as checks from './checks.ts'
import { endTask } from './done.ts'
import { addPlain, tellWatchers } from './new.ts'
import * as store from './store.ts'

export type NewTask = {
  name: string
  description: string
  performer: string
  watchers: string[]
  dueDate: string | null
  priority: number
  item: ItemReference | null
  checklist: string[]
  files: string[]
  repeats: string | null
}

/** Assigns a task to a colleague, without a process. */
export async function createTask(ctx: Context, asked: NewTask): Promise<string> {
  const { performer, item, files, repeats } = asked
  const watchers = [...new Set(asked.watchers)]
  await checks.requireUsers(ctx, 'performer', [performer])
  await checks.requireUsers(ctx, 'watchers', watchers)
  if (item) await checks.requireItem(ctx, item)
  await checks.requireOwnFiles(ctx, files)
  checks.requireRepetition(repeats, ctx.now())
  const id = newId()
  await addPlain(ctx, {
    id,
    name: asked.name,
    description: asked.description,
    author: ctx.user.id,
    performer,
    watchers,
    item: item && [item],
    due_at: asked.dueDate === null ? null : new Date(asked.dueDate),
    priority: asked.priority,
    checklist: asked.checklist.map((text, at) => toEntry(text, at + 1)),
    files: [...new Set(files)],
    repeats,
  })
  return id
}

const toEntry = (text: string, number: number): store.Entry => ({
  number,
  text,
  doneAt: null,
  doneBy: null,
})

/** Absent keys stay unchanged. */
export type Change = {
  name?: string | undefined
  description?: string | undefined
  watchers?: string[] | undefined
  priority?: number | undefined
  checklist?: { number?: number | undefined; text: string }[] | undefined
  files?: string[] | undefined
  repeats?: string | null | undefined
}

/** Changes by the author. */
export async function changeTask(ctx: Context, id: string, change: Change): Promise<void> {
  const { task, before } = await holdPlain(ctx, id, { isForAuthor: true })
  const after: store.Changed = {
    name: change.name ?? before.name,
    description: change.description ?? before.description,
    watchers: change.watchers ? [...new Set(change.watchers)] : before.watchers,
    priority: change.priority ?? before.priority,
    checklist: change.checklist
      ? mergeChecklist(before.checklist, change.checklist)
      : before.checklist,
    files: change.files ? [...new Set(change.files)] : before.files,
    repeats: change.repeats === undefined ? before.repeats : change.repeats,
  }
  const added = after.watchers.filter((user) => !before.watchers.includes(user))
  await checks.requireUsers(ctx, 'watchers', added)
  const files = after.files.filter((file) => !before.files.includes(file))
  await checks.requireOwnFiles(ctx, files)
  checks.requireRepetition(after.repeats, ctx.now())
  if (!(await save(ctx, task, { before, after }))) return
  await tellWatchers(ctx, { id, name: after.name, watchers: added })
}

/** Entries with a known number keep their state. */
function mergeChecklist(
  before: readonly store.Entry[],
  wanted: readonly { number?: number | undefined; text: string }[],
): store.Entry[] {
  const known = new Map(before.map((entry) => [entry.number, entry]))
  let last = Math.max(0, ...known.keys())
  const seen = new Set<number>()
  return wanted.map(({ number, text }) => {
    if (number === undefined) return toEntry(text, ++last)
    const entry = known.get(number)
    if (!entry || seen.has(number)) {
      throw invalid(`field "checklist": there is no other entry ${number}`)
    }
    seen.add(number)
    return { ...entry, text }
  })
}

/** Marks an entry of the checklist, for everybody who works on the task. */
export async function checkEntry(
  ctx: Context,
  id: string,
  { number, isDone }: { number: number; isDone: boolean },
): Promise<void> {
  const { task, before } = await holdPlain(ctx, id)
  const entry = before.checklist.find((each) => each.number === number)
  if (!entry) throw invalid(`field "number": there is no entry ${number}`)
  if (isDone === (entry.doneAt !== null)) return
  const done = isDone
    ? { doneAt: ctx.now().toISOString(), doneBy: ctx.user.id }
    : { doneAt: null, doneBy: null }
  const checklist = before.checklist.map((each) => (each === entry ? { ...each, ...done } : each))
  await save(ctx, task, { before, after: { ...before, checklist } })
}

export async function attachFiles(
  ctx: Context,
  id: string,
  files: readonly string[],
): Promise<void> {
  const { task, before } = await holdPlain(ctx, id)
  const added = files.filter((file) => !before.files.includes(file))
  await checks.requireOwnFiles(ctx, added)
  const after = { ...before, files: [...new Set([...before.files, ...added])] }
  if (after.files.length > MOST_FILES) {
    throw invalid(`field "files": a task has at most ${MOST_FILES} files`)
  }
  await save(ctx, task, { before, after })
}

const MOST_FILES = 50

export async function cancelTask(ctx: Context, id: string, comment: string): Promise<void> {
  const { task } = await holdPlain(ctx, id, { isForAuthor: true })
  await endTask(ctx, task, { state: 'cancel', comment })
}

type Held = { task: Task; before: store.Changed }

/** An open plain task that the caller may change. */
async function holdPlain(ctx: Context, id: string, { isForAuthor = false } = {}): Promise<Held> {
  const { task, instance } = await lockTask(ctx, id, undefined)
  if (instance) throw invalid('the task belongs to a process')
  requireOpen(task)
  if (isForAuthor && task.created_by !== ctx.user.id && !ctx.user.isAdministrator) {
    throw forbidden('only the author of the task may do this')
  }
  const { name, priority, participants: watchers } = task
  return { task, before: { ...(await store.getPlain(ctx.db, id)), name, priority, watchers } }
}

/** Returns whether anything changed. */
async function save(
  ctx: Context,
  { id, name, performers }: Task,
  { before, after }: { before: store.Changed; after: store.Changed },
): Promise<boolean> {
  const keys = Object.keys(after) as (keyof store.Changed)[]
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]))
  if (changed.length === 0) return false
  await store.savePlain(ctx.db, id, after, { at: ctx.now(), by: ctx.user.id })
  const data = { name, performers, changed }
  await ctx.emit({ type: 'task.changed', object: `task:${id}`, data })
  return true
}
