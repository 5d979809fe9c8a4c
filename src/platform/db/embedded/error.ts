import { statfs } from 'node:fs/promises'

export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
}

export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Turns file errors of the data folder into readable messages; other errors pass unchanged. */
export async function explained<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw folderError(folder, error)
  }
}

/** The first line of the message says what happened and what to do, the rest is PostgreSQL's output. */
export async function explain(folder: string, what: string, output: string, cause?: unknown) {
  if (await isDiskFull(folder, output)) return diskFull(folder, cause, output)
  if (output.includes('could not look up effective user ID')) {
    return new EmbeddedError(
      'the embedded database needs an account with an entry in /etc/passwd: ' +
        `run Kontor as such an account, or set DATABASE_URL to a PostgreSQL server\n${output}`,
    )
  }
  const reason = cause ? `: ${cause}` : ''
  return new EmbeddedError(`${what}${reason}\n${output || '(no output from PostgreSQL)'}`, {
    cause,
  })
}

/** For people: what is wrong with the folder, and what to do. */
export function folderError(folder: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder, error)
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new EmbeddedError(`${folder} is not a folder: set KONTOR_DATA to a folder`, {
      cause: error,
    })
  }
  if (code === 'EROFS') {
    return new EmbeddedError(
      `the data folder ${folder} is on a read-only file system (EROFS): ` +
        'mount it for writing, or set KONTOR_DATA to another folder',
      { cause: error },
    )
  }
  if (code !== 'EACCES' && code !== 'EPERM') return error
  return new EmbeddedError(
    `the data folder ${folder} cannot be read and written by this account (${code}): ` +
      'run Kontor as the account that owns it, or set KONTOR_DATA to another folder',
    { cause: error },
  )
}

function diskFull(folder: string, cause?: unknown, output = '') {
  const message = `the disk of the data folder ${folder} is full: free some space and start again`
  return new EmbeddedError(output ? `${message}\n${output}` : message, { cause })
}

/** On a full disk even the log stays empty, so the free space is checked as well. */
async function isDiskFull(folder: string, output: string): Promise<boolean> {
  if (/No space left on device|Disk quota exceeded|Check free disk space/.test(output)) return true
  const disk = await statfs(folder).catch(() => undefined)
  return disk !== undefined && disk.bavail * disk.bsize < 1024 * 1024
}
