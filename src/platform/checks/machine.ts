import { access, constants, stat, statfs } from 'node:fs/promises'
import { type Config, needsFolder } from '../config.ts'
import { checkMail } from '../mail/check.ts'
import { type Finding, ok, problem, warning } from './check.ts'

/** A check that needs no database. */
export type MachineCheck = {
  name: string
  /** Absent = always. */
  isWanted?(config: Config): boolean
  run(config: Config): Promise<Finding>
}

export const machineChecks: MachineCheck[] = [
  { name: 'node', run: async () => checkNode(process.versions.node) },
  { name: 'data folder', isWanted: needsFolder, run: (config) => checkFolder(config.KONTOR_DATA) },
  { name: 'mail', isWanted: (config) => config.KONTOR_SMTP_URL !== undefined, run: checkMail },
]

const OLDEST = 24

function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= OLDEST) return ok(version)
  return problem(
    `${version} is too old: start Kontor with bin/kontor, which includes Node ${OLDEST}`,
  )
}

const GIB = 1024 ** 3
const LITTLE = 2 * GIB
const TOO_LITTLE = GIB / 4

async function checkFolder(folder: string): Promise<Finding> {
  const found = await stat(folder).catch(() => undefined)
  if (!found) return warning(`${folder} does not exist yet: "kontor start" makes it`)
  if (!found.isDirectory()) return problem(`${folder} is not a folder: set KONTOR_DATA to a folder`)
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    return problem(`${folder} ${remedyFor((error as NodeJS.ErrnoException).code)}`)
  }
  const { bavail, bsize } = await statfs(folder)
  return judgeSpace(folder, bavail * bsize)
}

export const remedyFor = (code: string | undefined): string =>
  code === 'EROFS'
    ? 'is on a read-only file system: mount it for writing, and see why it is not (a disk with errors is made read-only)'
    : 'is not writable by this account: give it to the account that runs Kontor'

export function judgeSpace(folder: string, free: number): Finding {
  const text = `${folder}, ${(free / GIB).toFixed(1)} GiB free`
  if (free < TOO_LITTLE) return problem(`${text}: free some space now`)
  return free < LITTLE ? warning(`${text}: free some space`) : ok(text)
}
