import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll } from 'vitest'

const PROGRAM = createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
const TIMEOUT = 60_000

/** The access data of the bucket. */
export type Bucket = { endpoint: string; bucket: string; key: string; secret: string }

/** A real S3 server with one bucket, in a separate process until the test file ends. */
export async function startS3(): Promise<Bucket> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-s3-'))
  const bucket = 'kontor'
  const child = spawn(
    process.execPath,
    [PROGRAM, '-d', join(folder, 'data'), '-p', '0', '--configure-bucket', bucket],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  const said = readOutput(child)
  afterAll(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  const port = await waitForPort(child, said)
  return { endpoint: `http://127.0.0.1:${port}`, bucket, key: 'S3RVER', secret: 'S3RVER' }
}

function readOutput(child: ChildProcess): () => string {
  let text = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk
  })
  return () => text
}

async function waitForPort(child: ChildProcess, said: () => string): Promise<string> {
  for (const end = Date.now() + TIMEOUT; Date.now() < end; await pause(20)) {
    const port = /listening on \S*:(\d+)/.exec(said())?.[1]
    if (port !== undefined) return port
    if (child.exitCode !== null) break
  }
  throw new Error(`the S3 server did not start:\n${said()}`)
}

/** The environment variables of a server that uses the bucket. */
export const s3Environment = ({ endpoint, bucket, key, secret }: Bucket) => ({
  KONTOR_FILES: 's3',
  KONTOR_S3_ENDPOINT: endpoint,
  KONTOR_S3_BUCKET: bucket,
  KONTOR_S3_ACCESS_KEY: key,
  KONTOR_S3_SECRET_KEY: secret,
})
