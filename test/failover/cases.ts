import { setTimeout as pause } from 'node:timers/promises'
import { type Cluster, isLeader } from './cluster.ts'
import type { Member } from './member.ts'

/** What a case does to the cluster. */
export type Case = {
  title: string
  /** Breaks something. Returns when somebody can be written to, and how to mend it. */
  strike(cluster: Cluster, leader: Member): Promise<Struck>
}

/** `at`: when somebody could be written to again, by our clock. */
export type Struck = { at: number; mend(): Promise<void> }

const TIMEOUT = 120_000
/** How long what is gone stays away in the cases without a new leader. */
const AWAY = 8_000

export const cases: Record<string, Case> = {
  kill: {
    title: 'the leader is killed (SIGKILL) with its Patroni',
    strike: async (cluster, leader) => {
      await leader.kill()
      return { at: await newLeader(cluster, leader), mend: async () => leader.start() }
    },
  },
  freeze: {
    title: 'the leader is frozen (SIGSTOP) with its Patroni, and wakes up as it was',
    strike: async (cluster, leader) => {
      leader.freeze()
      return { at: await newLeader(cluster, leader), mend: async () => leader.thaw() }
    },
  },
  cut: {
    title: 'the leader is cut off from Kontor, the members and etcd',
    strike: async (cluster, leader) => {
      leader.cut()
      return { at: await newLeader(cluster, leader), mend: async () => leader.join() }
    },
  },
  switchover: {
    title: 'the leader hands over by command (patronictl switchover)',
    strike: async (cluster, leader) => {
      const standby = await cluster.synchronousStandby()
      const changed = newLeader(cluster, leader)
      await cluster.switchOver(leader, standby)
      return { at: await changed, mend: async () => undefined }
    },
  },
  replica: {
    title: 'the synchronous standby is killed (SIGKILL)',
    strike: async (cluster) => {
      const standby = await cluster.synchronousStandby()
      await standby.kill()
      const at = performance.now()
      await pause(AWAY)
      return { at, mend: async () => standby.start() }
    },
  },
  etcd: {
    title: 'etcd is lost: the leader steps down until it is back',
    strike: async (cluster, leader) => {
      await cluster.killEtcd()
      await until(async () => !(await isLeader(leader)))
      await pause(AWAY)
      cluster.startEtcd()
      await cluster.leader()
      return { at: performance.now(), mend: async () => undefined }
    },
  },
  failsafe: {
    title: 'etcd is lost, with failsafe_mode: the leader stays',
    strike: async (cluster) => {
      await cluster.agree({ failsafe_mode: true })
      // Every member must have heard of it.
      await pause(AWAY)
      await cluster.killEtcd()
      const at = performance.now()
      await pause(AWAY * 2)
      const mend = async () => {
        cluster.startEtcd()
        await cluster.whole()
        await cluster.agree({ failsafe_mode: null })
      }
      return { at, mend }
    },
  },
}

/** When another member could be written to. */
async function newLeader({ members }: Cluster, former: Member): Promise<number> {
  const others = members.filter((member) => member !== former)
  await until(async () => (await Promise.all(others.map(isLeader))).includes(true))
  return performance.now()
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + TIMEOUT
  while (!(await isDone())) {
    if (Date.now() > end) throw new Error('the cluster did not do what was expected')
    await pause(50)
  }
}
