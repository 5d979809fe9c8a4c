import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { say } from '../../src/commands/say.ts'
import { SHARED_FILES } from '../../src/lib/ids.ts'
import { type Contender, compare, type Rounds, type Sample } from '../compare.ts'
import { readCpu } from '../cpu.ts'
import { drive } from '../http-load.ts'
import { type Stand, TOKEN, withFolder, withStand } from '../stand.ts'
import { listings } from './listings.ts'
import { receive, send } from './transfer.ts'

const MIB = 1024 ** 2
const SIZE = 100 * MIB
const headers = { authorization: `Bearer ${TOKEN}` }

/** Files of 100 MiB up and down beside a bare server, small files, and long directories. */
export const files = (rounds: Rounds): Promise<void> =>
  withFolder((folder) =>
    withStand(async (stand) => {
      const bare = fork(new URL('./bare-process.ts', import.meta.url), [folder])
      try {
        const [port] = await once(bare, 'message')
        say('MiB per second, one file of 100 MiB after the other')
        await compare(await transfers(stand, bare, `http://127.0.0.1:${port}`), rounds)
        say('files of 2 KiB per second, 16 callers')
        await compare([small(stand)], rounds)
        say('lists of 50 files, 16 callers')
        await compare(await listings(stand), rounds)
      } finally {
        bare.disconnect()
      }
    }),
  )

async function transfers(stand: Stand, { pid = 0 }: ChildProcess, bare: string) {
  const content = randomBytes(SIZE)
  const kontor = stand.process.pid
  const directory = `${stand.address}/pub/v1/disk/directory/${SHARED_FILES}/upload`
  const upload = () =>
    send(
      {
        method: 'POST',
        url: directory,
        headers: { ...headers, 'content-disposition': `attachment; filename=${randomUUID()}` },
      },
      content,
    )
  const uploadBare = () => send({ method: 'PUT', url: bare }, content)
  const { __id } = JSON.parse(await upload()).file
  const link = await fetch(`${stand.address}/pub/v1/disk/file/${__id}/get-link`, { headers })
  const { Link } = (await link.json()) as { Link: string }
  const file = `${bare}/${await uploadBare()}`
  return [
    transfer('bare Node, to the disk', pid, uploadBare, 'bare upload'),
    transfer('Kontor, upload', kontor, upload),
    transfer('bare Node, from the disk', pid, () => receive({ url: file }), 'bare download'),
    transfer('Kontor, download', kontor, () => receive({ url: Link })),
  ]
}

function transfer(
  name: string,
  pid: number,
  work: () => Promise<unknown>,
  limit?: string,
): Contender {
  return { name, limit, measure: (seconds) => repeat(work, pid, seconds) }
}

/** As often as it fits into the time, at least once. */
async function repeat(work: () => Promise<unknown>, pid: number, seconds: number): Promise<Sample> {
  const times: number[] = []
  const before = readCpu(pid)
  for (const start = performance.now(); performance.now() - start < seconds * 1000; ) {
    const since = performance.now()
    await work()
    times.push(performance.now() - since)
  }
  const after = readCpu(pid)
  const total = times.reduce((sum, time) => sum + time, 0)
  return {
    perSecond: ((SIZE / MIB) * times.length) / (total / 1000),
    p50: total / times.length,
    p99: Math.max(...times),
    nodeCpu: (after.node - before.node) / times.length,
    postgresCpu: (after.postgres - before.postgres) / times.length,
  }
}

function small({ address, process }: Stand): Contender {
  const body = randomBytes(2048)
  const path = `/pub/v1/disk/directory/${SHARED_FILES}/upload`
  const disposition = { 'content-disposition': 'attachment; filename=[<id>].bin' }
  const requests = () => [
    { method: 'POST' as const, path, headers: { ...headers, ...disposition }, body },
  ]
  const load = { address, requests, withIds: true, cpu: () => readCpu(process.pid) }
  return { name: 'Kontor, small files', measure: (seconds) => drive(load, seconds) }
}
