import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { buildApp } from '../src/app.ts'
import { areas } from '../src/client/areas.ts'
import { createClient, overHttp } from '../src/client/client.ts'
import { type Config, readConfig } from '../src/platform/config.ts'
import { type Connection, connectClient } from '../src/platform/db/db.ts'
import { makeLog } from '../src/platform/log.ts'
import { makers } from './make.ts'

/** The same on every node of a test. */
export const SECRET = 'the same on every node of a test and long enough'

type Options = {
  environment?: Record<string, string>
  now?: () => Date
  /** The clock of the machine that the server runs on. */
  machine?: () => number
  connection?: Connection
}

/** A complete server on its own database, used over HTTP with the typed client. */
export async function startApp({ environment = {}, now, machine, connection }: Options = {}) {
  const config: Config = readConfig({
    PORT: '0',
    LOG_LEVEL: 'silent',
    KONTOR_WORKERS: '0',
    KONTOR_DATA: environment.KONTOR_DATA ?? (await newFolder()),
    KONTOR_SECRET: SECRET,
    ...environment,
  })
  const database = connection ?? (await newDatabase())
  const app = await buildApp({
    config,
    connection: database,
    log: makeLog(config.LOG_LEVEL ?? 'silent'),
    checkReplies: true,
    ...(now && { now }),
    ...(machine && { machine }),
  })
  const address = await app.listen()
  afterAll(() => app.stop())
  const make = makers(app.platform)
  const admin = await make.user({ isAdministrator: true })
  const client = (token?: string) => createClient(areas, overHttp(address, token))
  return {
    app,
    address,
    connection: database,
    make,
    admin,
    /** The client of one user. */
    as: (user: { token: string }) => client(user.token),
    anonymous: client(),
    /** A raw request. */
    request: (path: string, init: RequestInit = {}) => fetch(`${address}${path}`, init),
  }
}

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-app-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A new database: empty and migrated, unless another template is given. */
export async function newDatabase(
  template = 'template_kontor',
  server: Connection = inject('connection'),
): Promise<Connection> {
  const database = `t_${randomUUID().replaceAll('-', '')}`
  const client = await connectClient({ ...server, database: 'postgres' })
  await client.query(`create database ${database} template ${template}`)
  await client.end()
  return { ...server, database }
}
