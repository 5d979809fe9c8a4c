import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { killTree, listTree } from '../process-tree.ts'
import { Cable } from './cable.ts'
import { type Account, Daemon } from './daemon.ts'
import { programs } from './programs.ts'

const TRUSTED = '127.0.0.1/32 trust'

export type MemberOptions = {
  name: string
  folder: string
  account: Account
  /** Of PostgreSQL, of Patroni, and of etcd. */
  ports: { postgres: number; rest: number; etcd: number }
  /** What all members agree on. */
  settings: Record<string, unknown>
}

/** One PostgreSQL with its Patroni. Everybody else reaches it, and it reaches etcd, through cables. */
export class Member {
  readonly name: string
  readonly config: string
  readonly #options: MemberOptions
  readonly #cables: { postgres: Cable; rest: Cable; etcd: Cable }
  #patroni: Daemon | undefined

  constructor(options: MemberOptions) {
    const { name, folder, ports } = options
    this.name = name
    this.#options = options
    this.config = join(folder, 'patroni.yml')
    this.#cables = {
      postgres: new Cable(ports.postgres),
      rest: new Cable(ports.rest),
      etcd: new Cable(ports.etcd),
    }
  }

  /** As clients know it. */
  get address(): string {
    return `127.0.0.1:${this.#cables.postgres.port}`
  }

  /** As seen from its own machine, whatever the network does. */
  get ownPorts() {
    return this.#options.ports
  }

  async prepare(): Promise<void> {
    const { folder, account } = this.#options
    for (const cable of Object.values(this.#cables)) await cable.start()
    for (const path of [folder, this.#data]) {
      mkdirSync(path)
      if (account) chownSync(path, account.uid, account.gid)
    }
    chmodSync(this.#data, 0o700)
    // JSON is YAML.
    writeFileSync(this.config, JSON.stringify(this.#describe()))
  }

  start(): void {
    const { folder, account } = this.#options
    this.#patroni = new Daemon([programs.patroni, this.config], {
      log: join(folder, 'patroni.log'),
      account,
    })
  }

  /** Everything at once, as when a machine loses its power. */
  async kill(): Promise<void> {
    const server = this.#postmaster
    await Promise.all([this.#patroni?.kill(), server !== undefined && killTree(server)])
  }

  freeze(): void {
    this.#signal('SIGSTOP')
  }

  thaw(): void {
    this.#signal('SIGCONT')
  }

  cut(): void {
    for (const cable of Object.values(this.#cables)) cable.cut()
  }

  join(): void {
    for (const cable of Object.values(this.#cables)) cable.join()
  }

  stop(): void {
    for (const cable of Object.values(this.#cables)) cable.stop()
  }

  get #data(): string {
    return join(this.#options.folder, 'data')
  }

  /** Undefined if its process is gone: the file of a killed server stays. */
  get #postmaster(): number | undefined {
    const file = join(this.#data, 'postmaster.pid')
    const pid = existsSync(file) ? Number.parseInt(readFileSync(file, 'utf8'), 10) : 0
    const isOurs = pid > 0 && readCommand(pid).includes(this.#data)
    return isOurs ? pid : undefined
  }

  #signal(name: NodeJS.Signals): void {
    const server = this.#postmaster
    const all = [...(this.#patroni?.processes ?? []), ...(server ? listTree(server) : [])]
    for (const pid of all) {
      try {
        process.kill(pid, name)
      } catch {
        // A process that has ended meanwhile.
      }
    }
  }

  #describe() {
    const { name, folder, ports, settings } = this.#options
    const { rest, etcd } = this.#cables
    return {
      scope: 'kontor',
      name,
      log: { level: 'INFO' },
      restapi: {
        listen: `127.0.0.1:${ports.rest}`,
        connect_address: `127.0.0.1:${rest.port}`,
      },
      // A proxy: other addresses of etcd are not asked for.
      etcd3: { proxy: `http://127.0.0.1:${etcd.port}` },
      bootstrap: {
        dcs: settings,
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `127.0.0.1:${ports.postgres}`,
        connect_address: this.address,
        data_dir: this.#data,
        bin_dir: programs.postgres,
        pgpass: join(folder, 'pgpass'),
        pg_hba: [`host all all ${TRUSTED}`, `host replication all ${TRUSTED}`],
        authentication: {
          superuser: { username: 'postgres' },
          replication: { username: 'replicator' },
          rewind: { username: 'rewinder' },
        },
        basebackup: [{ checkpoint: 'fast' }, 'no-sync'],
        parameters: { unix_socket_directories: folder },
      },
    }
  }
}

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
