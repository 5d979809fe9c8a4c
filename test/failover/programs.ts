import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const INSTALL =
  'apt-get install --no-install-recommends patroni etcd-server etcd-client postgresql (Debian 12 or newer)'
const VERSIONS = '/usr/lib/postgresql'

export type Programs = { etcd: string; patroni: string; patronictl: string; postgres: string }

/** The programs of the distribution; `postgres` is the folder of its newest PostgreSQL. */
export const programs: Programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  patronictl: '/usr/bin/patronictl',
  postgres: newestPostgres(),
}

const missing = Object.entries(programs)
  .filter(([, path]) => !existsSync(path))
  .map(([name]) => name)

/** What to do before the test can run; undefined if nothing. */
export const toInstall =
  missing.length > 0 ? `${missing.join(', ')} not found, install: ${INSTALL}` : undefined

function newestPostgres(): string {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : []
  const usable = versions.filter((version) => version >= 15).sort((a, b) => b - a)
  return join(VERSIONS, String(usable[0] ?? 'none'), 'bin')
}
