import { execFileSync } from 'node:child_process'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '../src/platform/db/embedded.ts'
import { migrate } from '../src/platform/db/migrate.ts'

export type Followed = {
  primary: Embedded
  /** Starts one of the standbys. */
  follow(name: string): Promise<Embedded>
}

/** A primary in `folder`, and copies of it that follow it once they are started. */
export async function startPrimary(folder: string, standbys: string[]): Promise<Followed> {
  await chmod(folder, 0o755)
  const hba = join(folder, 'hba.conf')
  await writeFile(hba, 'local all all trust\nlocal replication all trust\n', { mode: 0o644 })
  const open = (name: string, settings = {}) =>
    startEmbedded({
      folder: join(folder, name),
      purpose: 'test',
      settings: { hba_file: hba, ...settings },
    })
  const first = await open('primary')
  await migrate(first.connection)
  await first.stop()
  for (const name of standbys) {
    execFileSync('cp', ['-a', join(folder, 'primary'), join(folder, name)])
    // With its account: the folder of the cluster belongs to that of PostgreSQL.
    const cluster = join(folder, name, 'cluster')
    execFileSync('cp', ['-a', join(cluster, 'PG_VERSION'), join(cluster, 'standby.signal')])
  }
  const primary = await open('primary')
  const { host, port, user } = primary.connection
  const following = { primary_conninfo: `host=${host} port=${port} user=${user}` }
  return { primary, follow: (name) => open(name, following) }
}

export const urlOf = (servers: Embedded[]): string =>
  `postgres://kontor@${servers.map(({ connection: { host, port } }) => `${encodeURIComponent(host)}:${port}`)}/kontor`
