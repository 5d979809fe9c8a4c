import { readFile, rm, writeFile } from 'node:fs/promises'
import { conflict } from '../../../lib/errors.ts'

/**
 * Keeps other runs of this machine from a state while this one lasts; answers how to let it go. What a run
 * that was killed has left behind is taken over.
 */
export async function holdState(state: string): Promise<() => Promise<void>> {
  const path = `${state}.lock`
  if (!(await tryHold(path))) {
    const holder = Number(await readFile(path, 'utf8').catch(() => ''))
    if (isRunning(holder)) {
      throw conflict(
        `another run, process ${holder}, uses ${state}: wait for it, or remove ${path} if there is none`,
      )
    }
    await rm(path, { force: true })
    if (!(await tryHold(path))) throw conflict(`another run uses ${state}: wait for it`)
  }
  return () => rm(path, { force: true })
}

async function tryHold(path: string): Promise<boolean> {
  try {
    await writeFile(path, `${process.pid}\n`, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** In a container every run may have the same number. */
function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
