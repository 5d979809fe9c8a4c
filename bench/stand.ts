import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { attachEmbedded, type Embedded } from '../src/platform/db/embedded.ts'
import { type ServerProcess, spawnServer } from '../test/spawn.ts'

export const TOKEN = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

/** A server with its embedded database in a temporary folder, as `npm start` would run it. */
export type Stand = {
  address: string
  process: ServerProcess
  connection: Embedded['connection']
}

export const withStand = (
  work: (stand: Stand) => Promise<void>,
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<void> => withFolder((folder) => withServer(folder, work, environment, args))

/** In a folder that stays. */
export async function withServer(
  folder: string,
  work: (stand: Stand) => Promise<void>,
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<void> {
  // One token asks as much as the server can answer.
  const server = await startServer(folder, { KONTOR_RATE_LIMIT: '0', ...environment }, args)
  try {
    const address = await server.ready
    const guest = await attachEmbedded({ folder: join(folder, 'data', 'pg'), purpose: 'bench' })
    if (!guest) throw new Error('the embedded database is not running')
    await work({ address, process: server, connection: guest.connection })
  } finally {
    await server.stop()
  }
}

export async function startServer(
  folder: string,
  environment: Record<string, string> = {},
  args: string[] = [],
): Promise<ServerProcess> {
  await mkdir(folder, { recursive: true })
  return spawnServer({
    environment: {
      KONTOR_DATA: join(folder, 'data'),
      KONTOR_ADMIN_TOKEN: TOKEN,
      KONTOR_DEMO: 'off',
      ...environment,
    },
    log: join(folder, 'server.log'),
    args,
    nodeOptions: ['--min-semi-space-size=8', '--max-semi-space-size=8'],
  })
}

export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-bench-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
