import { Client, DatabaseError } from 'pg'
import { EMBEDDED_OWNER } from '../locks.ts'
import { user } from './cluster.ts'
import { port } from './home.ts'

export const database = 'kontor'

/** The process that started the server and will stop it. */
export type Owner = { purpose: string; pid: string }

export async function connect(socket: string, name: string): Promise<Client> {
  const client = new Client({
    host: socket,
    port,
    user,
    database: 'postgres',
    ssl: false,
    application_name: name,
    connectionTimeoutMillis: 5_000,
  })
  // 'end' reports the end of the connection; an 'error' without a listener would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** A server that is starting or stopping answers `cannot_connect_now`; any other error is final. */
export const isRefusal = (error: unknown) =>
  error instanceof DatabaseError && error.code !== '57P03'

/** PostgreSQL truncates names to 63 bytes; the process id at the end must stay intact. */
export const ownerName = (purpose: string) => `${purpose.slice(0, 40)} ${process.pid}`

export async function findOwner(client: Client): Promise<Owner | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select application_name as name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted`,
    [EMBEDDED_OWNER],
  )
  const [, purpose = 'unknown', pid = '?'] = /^(.*) (\d+)$/.exec(rows[0]?.name ?? '') ?? []
  return rows[0] && { purpose, pid }
}

export async function takeOwnership(client: Client): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as taken', [EMBEDDED_OWNER])
  return rows[0].taken
}

export async function ensureDatabase(client: Client) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
  if (!rowCount) await client.query(`create database ${database}`)
}
