import { execFile } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Account, Daemon } from './daemon.ts'
import { Member } from './member.ts'
import { programs } from './programs.ts'

const NAMES = ['one', 'two', 'three']
const TIMEOUT = 120_000

/** Times in seconds, as Patroni has them. */
export type Patience = { ttl: number; loop_wait: number; retry_timeout: number }

type MemberState = { name: string; role: string; state: string; lag?: number }

/** Three PostgreSQL with Patroni, one of them synchronous, and etcd. */
export class Cluster {
  readonly members: Member[]
  readonly #folder: string
  readonly #account: Account
  readonly #ports: { client: number; peer: number }
  #etcd: Daemon | undefined

  private constructor(folder: string, ports: number[], patience: Patience) {
    this.#folder = folder
    this.#account = accountOfPostgres()
    const [client = 0, peer = 0, ...rest] = ports
    this.#ports = { client, peer }
    this.members = NAMES.map(
      (name, at) =>
        new Member({
          name,
          folder: join(folder, name),
          account: this.#account,
          ports: { postgres: rest[at * 2] ?? 0, rest: rest[at * 2 + 1] ?? 0, etcd: client },
          settings: settingsOf(patience),
        }),
    )
  }

  static async start(folder: string, patience: Patience): Promise<Cluster> {
    const cluster = new Cluster(folder, await findPorts(2 + NAMES.length * 2), patience)
    try {
      await cluster.#start()
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  /** Where Kontor finds its database. */
  get url(): string {
    return `postgres://kontor@${this.members.map(({ address }) => address).join(',')}/kontor`
  }

  /** The member that can be written to. */
  async leader(): Promise<Member> {
    const found = await this.#until('a leader', async () => {
      for (const member of this.members) if (await isLeader(member)) return member
      return undefined
    })
    return found
  }

  /** The member whose copy every acknowledged write has reached. */
  async synchronousStandby(): Promise<Member> {
    const told = await this.#members()
    const name = told.find(({ role }) => role === 'sync_standby')?.name
    return this.members.find((member) => member.name === name) as Member
  }

  /** All members follow the leader, one of them synchronously. */
  async whole(): Promise<void> {
    await this.#until('a whole cluster', async () => {
      const told = (await this.#members()).filter(isFollowing)
      const isTold =
        told.length === NAMES.length && told.some(({ role }) => role === 'sync_standby')
      return (isTold && (await this.#isFollowed())) || undefined
    })
  }

  /** What Patroni tells may be old: asks the only leader who follows. */
  async #isFollowed(): Promise<boolean> {
    const leads = await Promise.all(this.members.map(isLeader))
    const [leader, ...others] = this.members.filter((_, at) => leads[at])
    if (!leader || others.length > 0) return false
    const rows = await askMember(
      leader,
      `select sync_state from pg_stat_replication where state = 'streaming' order by 1`,
    ).catch(() => [])
    return rows.map(({ sync_state: state }) => state).join() === 'async,sync'
  }

  /** The leader hands over to another, by command. */
  async switchOver(leader: Member, to: Member): Promise<void> {
    const { config } = leader
    const command = ['-c', config, 'switchover', '--master', leader.name, '--candidate', to.name]
    const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', HOME: this.#folder } }
    await promisify(execFile)(programs.patronictl, [...command, '--force', 'kontor'], options)
  }

  startEtcd(): void {
    const { client, peer } = this.#ports
    const command = [
      ...[programs.etcd, '--name', 'one', '--data-dir', join(this.#folder, 'etcd', 'data')],
      ...['--listen-client-urls', `http://127.0.0.1:${client}`],
      ...['--advertise-client-urls', `http://127.0.0.1:${client}`],
      ...['--listen-peer-urls', `http://127.0.0.1:${peer}`],
      ...['--initial-advertise-peer-urls', `http://127.0.0.1:${peer}`],
      ...['--initial-cluster', `one=http://127.0.0.1:${peer}`],
    ]
    const log = join(this.#folder, 'etcd', 'etcd.log')
    this.#etcd = new Daemon(command, { log, account: this.#account })
  }

  async killEtcd(): Promise<void> {
    await this.#etcd?.kill()
  }

  /** Changes what all members agreed on. */
  async agree(settings: Record<string, unknown>): Promise<void> {
    const { rest } = (await this.leader()).ownPorts
    const body = JSON.stringify(settings)
    const answer = await fetch(`http://127.0.0.1:${rest}/config`, { method: 'PATCH', body })
    if (!answer.ok) throw new Error(await answer.text())
  }

  async stop(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()))
    await this.killEtcd()
    for (const member of this.members) member.stop()
  }

  async #start(): Promise<void> {
    mkdirSync(join(this.#folder, 'etcd'))
    if (this.#account) {
      const { uid, gid } = this.#account
      for (const path of [this.#folder, join(this.#folder, 'etcd')]) chownSync(path, uid, gid)
    }
    this.startEtcd()
    await this.#until('etcd', () => this.#findEtcdVersion())
    for (const member of this.members) {
      await member.prepare()
      member.start()
    }
    await createDatabase(await this.leader())
    await this.whole()
  }

  /** As the first member that answers sees it. */
  /** Patroni ends with an error if it asks before etcd has decided which one it is. */
  async #findEtcdVersion(): Promise<string | undefined> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.#ports.client}/version`)
      const { etcdcluster } = (await answer.json()) as { etcdcluster: string }
      return etcdcluster === 'not_decided' ? undefined : etcdcluster
    } catch {
      return undefined
    }
  }

  async #members(): Promise<MemberState[]> {
    const asked = this.members.map(async ({ ownPorts: { rest } }) => {
      const signal = AbortSignal.timeout(2_000)
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal })
      return ((await answer.json()) as { members: MemberState[] }).members
    })
    return await Promise.any(asked).catch(() => [])
  }

  async #until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
    const end = Date.now() + TIMEOUT
    for (;;) {
      const found = await look()
      if (found !== undefined) return found
      if (Date.now() > end) throw new Error(`${what} did not come, see the logs in ${this.#folder}`)
      await pause(100)
    }
  }
}

const isFollowing = ({ state, role, lag }: MemberState) =>
  role === 'leader' || (['running', 'streaming'].includes(state) && lag === 0)

const settingsOf = (patience: Patience) => ({
  ...patience,
  synchronous_mode: true,
  // The leader is not waited for: another member is ready.
  master_start_timeout: 0,
  postgresql: {
    use_pg_rewind: true,
    use_slots: true,
    parameters: { max_connections: 100, shared_buffers: '64MB', wal_keep_size: '512MB' },
  },
})

/** PostgreSQL refuses to run as root; the package has made this account. */
function accountOfPostgres(): Account {
  if (process.getuid?.() !== 0) return undefined
  const [, , uid, gid] =
    /^postgres:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** Asks the member itself, not those who know about it. */
export async function isLeader(member: Member): Promise<boolean> {
  try {
    const [row] = await askMember(member, 'select pg_is_in_recovery() as standby')
    return row?.standby === false
  } catch {
    return false
  }
}

const SHORT = 1_000

export async function askMember(member: Member, text: string): Promise<Record<string, unknown>[]> {
  const { postgres: port } = member.ownPorts
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' },
    ...{ connectionTimeoutMillis: SHORT, query_timeout: SHORT },
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    void client.end().catch(() => undefined)
  }
}

async function createDatabase(leader: Member): Promise<void> {
  await askMember(leader, 'create role kontor login')
  await askMember(leader, 'create database kontor owner kontor')
}

/** Ports that are free now. */
async function findPorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = servers.map(
    (server) =>
      new Promise<number>((resolve) => {
        server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port))
      }),
  )
  const found = await Promise.all(ports)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return found
}
