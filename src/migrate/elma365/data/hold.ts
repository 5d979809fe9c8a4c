import { type FileHandle, link, open, readFile, readlink, rename, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { z } from 'zod'
import { AppError, conflict } from '../../../lib/errors.ts'
import { newId } from '../../../lib/ids.ts'
import { isMissing } from '../../../platform/files/disk.ts'
import { BackgroundLoop } from '../../../platform/loops/background-loop.ts'
import { pause } from '../../../platform/loops/sleep.ts'

const Holder = z.object({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  /** Where its number is that of no other process, and when it began there; null = nobody knows. */
  space: z.string().nullable(),
  since: z.string().nullable(),
})
type Holder = z.infer<typeof Holder>

type Settings = {
  /** Milliseconds between two signs of life. */
  beat?: number
  /** Milliseconds without one after which a run is taken for dead. */
  patience?: number
  space?: string | null
  /** Called before it is watched for that long. */
  onWatch?: (holder: string, milliseconds: number) => void
}

export type Hold = {
  /** Throws if another run has taken over: this one was stopped for so long that it seemed dead. */
  check(): Promise<void>
  release(): Promise<void>
}

/**
 * Keeps other runs from a state while this one lasts, on this machine and on others that share its folder.
 * A lock gives signs of life; what a run that was killed has left behind is taken over.
 */
export async function holdState(state: string, settings: Settings = {}): Promise<Hold> {
  const { beat = 2000, patience = 20_000, space = await findSpace(), onWatch } = settings
  const path = `${state}.lock`
  const { pid } = process
  const own = { id: newId(), host: hostname(), pid, space, since: await startOf(pid) }
  let file = await tryCreate(path)
  if (!file) {
    const text = await readLock(path)
    const holder = readHolder(text)
    const isHere = holder !== undefined && space !== null && holder.space === space
    const watch = () => isBeating(path, text, () => onWatch?.(nameOf(holder), patience), patience)
    const isAlive = isHere ? (await startOf(holder.pid)) === holder.since : await watch()
    if (isAlive) throw inUse(state, holder)
    await removeDead(path, text, own.id)
    file = await tryCreate(path)
    if (!file) throw inUse(state)
  }
  return keep(file, { path, state, own, beat })
}

type Keeping = { path: string; state: string; own: Holder; beat: number }

async function keep(file: FileHandle, { path, state, own, beat }: Keeping): Promise<Hold> {
  let beats = 0
  const show = async () => {
    await file.write(`${JSON.stringify({ ...own, beats: beats++ })}\n`, 0)
    await file.sync()
    return beat
  }
  try {
    await show()
  } catch (cause) {
    await file.close()
    await rm(path, { force: true })
    throw unwritable(path, cause)
  }
  const loop = new BackgroundLoop({ round: show, onFailure: () => undefined, retryDelay: beat })
  loop.start()
  const isOwn = async () => (await readLock(path)).includes(own.id)
  return {
    check: async () => {
      if (!(await isOwn())) throw inUse(state, readHolder(await readLock(path)))
    },
    release: async () => {
      await loop.stop()
      await file.close()
      if (await isOwn()) await rm(path, { force: true })
    },
  }
}

const nameOf = (holder: Holder | undefined): string =>
  holder ? `process ${holder.pid} on ${holder.host}` : 'which nobody can name'

const inUse = (state: string, holder?: Holder) =>
  conflict(`another run, ${nameOf(holder)}, uses ${state}: wait for it`)

/** An error of a disk, with the file that it is about. */
export const unwritable = (path: string, cause: unknown) =>
  new AppError('unavailable', `${path} cannot be written: ${(cause as Error).message}`, { cause })

async function tryCreate(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined
    throw unwritable(path, error)
  }
}

async function readLock(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return ''
    throw error
  }
}

function readHolder(text: string): Holder | undefined {
  try {
    return Holder.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Clocks of two machines are not compared: whatever it says, it says something else a moment later. */
async function isBeating(path: string, text: string, onWatch: () => void, patience: number) {
  onWatch()
  const until = performance.now() + patience
  while (performance.now() < until) {
    await pause(Math.min(500, patience))
    if ((await readLock(path)) !== text) return true
  }
  return false
}

/** Of two who find it dead at once, the second one may hold the lock of the first in its hands. */
async function removeDead(path: string, text: string, id: string): Promise<void> {
  const aside = `${path}.${id}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  if ((await readLock(aside)) !== text) await link(aside, path).catch(() => undefined)
  await rm(aside, { force: true })
}

/** Two containers count their processes apart, and every start of a machine counts anew. */
async function findSpace(): Promise<string | null> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

/** When a process began, by the clock of its machine: numbers are used again. */
async function startOf(pid: number): Promise<string | null> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold anything.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
