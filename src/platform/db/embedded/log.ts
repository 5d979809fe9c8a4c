import { copyFile, open, stat, truncate } from 'node:fs/promises'
import type { Home } from './home.ts'

const limit = 10 * 1024 * 1024
const tailSize = 4096
const tailLines = 8

export const openLog = (home: Home) => open(home.log, 'a', 0o600)

/** PostgreSQL only appends, so the file can be truncated while it runs; one older part is kept. */
export async function trimLog(home: Home, maximum = limit) {
  if ((await logSize(home)) < maximum) return
  await copyFile(home.log, `${home.log}.old`).catch(() => {})
  await truncate(home.log).catch(() => {})
}

export async function logSize(home: Home): Promise<number> {
  return stat(home.log).then(
    (found) => found.size,
    () => 0,
  )
}

/** The last lines since `from`, the size of the log when the server was started. */
export async function logTail(home: Home, from: number): Promise<string> {
  const size = await logSize(home)
  const start = Math.max(from <= size ? from : 0, size - tailSize)
  const file = await open(home.log).catch(() => undefined)
  if (!file) return ''
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(size - start),
      0,
      size - start,
      start,
    )
    return lastLines(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await file.close()
  }
}

export const lastLines = (text: string) => text.trim().split('\n').slice(-tailLines).join('\n')
