import { existsSync, mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export type Bounds = { cores: number; megabytes: number }
export type Bounded = { how: string; remove(): void }

const PERIOD = 100_000
const ROOT = '/sys/fs/cgroup'

/**
 * Where Linux permits it, a process and everything it starts later share so many cores and so much memory,
 * and go before what else the machine does, as if it were theirs.
 */
export function bound(pid: number, { cores, megabytes }: Bounds): Bounded {
  const bytes = megabytes * 1024 ** 2
  const name = `kontor-load-${pid}`
  try {
    return existsSync(join(ROOT, 'cgroup.controllers'))
      ? group('cgroup v2', pid, {
          [join(ROOT, name)]: {
            'cpu.max': `${cores * PERIOD} ${PERIOD}`,
            'cpu.weight': '10000',
            'memory.max': String(bytes),
          },
        })
      : group('cgroup v1', pid, {
          [join(ROOT, 'cpu', name)]: {
            'cpu.cfs_period_us': String(PERIOD),
            'cpu.cfs_quota_us': String(cores * PERIOD),
            'cpu.shares': '262144',
          },
          [join(ROOT, 'memory', name)]: { 'memory.limit_in_bytes': String(bytes) },
        })
  } catch {
    return { how: 'not permitted: only measured', remove: () => undefined }
  }
}

function group(how: string, pid: number, folders: Record<string, Record<string, string>>): Bounded {
  const made = Object.keys(folders).filter((folder) => !existsSync(folder))
  const remove = () => {
    for (const folder of made) if (existsSync(folder)) rmdirSync(folder)
  }
  try {
    for (const [folder, settings] of Object.entries(folders)) {
      mkdirSync(folder)
      // A file system that is no cgroup would take any file.
      if (readdirSync(folder).length === 0) throw new Error(`${folder} is no cgroup`)
      for (const [file, value] of Object.entries(settings)) {
        writeFileSync(join(folder, file), value)
      }
      writeFileSync(join(folder, 'cgroup.procs'), String(pid))
    }
  } catch (error) {
    remove()
    throw error
  }
  return { how, remove }
}
