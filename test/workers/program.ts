import cluster, { type Worker } from 'node:cluster'
import { readdirSync } from 'node:fs'
import { Gauge, Registry } from 'prom-client'
import { WorkerLink } from '../../src/commands/worker.ts'
import { Workers } from '../../src/commands/workers.ts'
import { makeLog } from '../../src/platform/log.ts'
import { childrenOf } from '../process-tree.ts'

/** The real keeper of workers, with workers that only say what the scene wants them to say. */

const [scene = ''] = process.argv.slice(2)
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Tells when the worker of this number has said hello. */
const hello = (wanted: number) =>
  new Promise<void>((resolve) => {
    cluster.on('message', ({ id }, message) => {
      if (id === wanted && message.kind === 'hello') resolve()
    })
  })

/** Its files are closed by the last one that ends, not by the first one. */
const threadsOf = (pid: number) =>
  process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).length : 1

const living = () => childrenOf(process.pid).length
const workers = (count: number, longestStart?: number) =>
  new Workers(makeLog('info'), {
    count,
    args: [scene],
    ...(longestStart !== undefined && { longestStart }),
  })

const SCENES: Record<string, () => Promise<void>> = {
  /** The first worker starts for ever. */
  'stop while starting': async () => {
    const crew = workers(3)
    const starting = crew.start()
    await hello(1)
    await crew.stop()
    await starting
    say(`living: ${living()}`)
  },
  /** The third worker starts for ever. */
  'stop while replacing': async () => {
    const crew = workers(2)
    await crew.start()
    const replacing = crew.replaceAll()
    await hello(3)
    await crew.stop()
    await replacing
    say(`living: ${living()}`)
  },
  'send to a killed worker': async () => {
    await workers(2).start()
    const [killed] = Object.values(cluster.workers ?? {}) as [Worker]
    const { pid = 0 } = killed.process
    process.kill(pid, 'SIGKILL')
    // Nothing else happens meanwhile, so this process has not noticed.
    while (childrenOf(process.pid).includes(pid) || threadsOf(pid) > 1);
    killed.send({ kind: 'anything' })
    await hello(3)
    say('goes on')
  },
  'a program that cannot be started': async () => {
    const crew = workers(2)
    process.execPath = '/nowhere/node'
    await crew.start().catch((error: Error) => say(error.message))
  },
  /** The third worker starts for ever, the fourth does not. */
  'a worker that is never ready': async () => {
    const crew = workers(2, 1000)
    await crew.start()
    await crew.replaceAll()
    say(`living: ${living()}`)
    await crew.replaceAll()
    await crew.stop()
  },
  /** The second worker stalls, the third one starts for ever. */
  'metrics without all workers': async () => {
    const crew = workers(2)
    await crew.start()
    void crew.replaceAll()
    await hello(3)
    cluster.workers?.[1]?.send({ kind: 'ask' })
    await new Promise<void>((resolve) => {
      cluster.workers?.[1]?.on('message', ({ kind }) => kind === 'asked' && resolve())
    })
    await crew.stop()
  },
}

/** The worker of a scene that never gets ready. */
const HANGING: Record<string, number> = {
  'stop while starting': 1,
  'stop while replacing': 3,
  'a worker that is never ready': 3,
  'metrics without all workers': 3,
}
const STALLING: Record<string, number> = { 'metrics without all workers': 2 }

const stall = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)

async function work(): Promise<void> {
  const link = new WorkerLink()
  await link.greet()
  if (cluster.worker?.id === HANGING[scene]) return
  const registry = new Registry()
  new Gauge({ name: 'kontor_workers', help: 'workers', registers: [registry] }).set(1)
  link.share(registry)
  link.sayReady()
  if (cluster.worker?.id === STALLING[scene]) setImmediate(stall)
  process.on('message', async ({ kind }: { kind: string }) => {
    if (kind !== 'ask') return
    say(await link.metrics())
    process.send?.({ kind: 'asked' })
  })
  await link.ending
  process.exit()
}

if (cluster.isWorker) await work()
else {
  await SCENES[scene]?.()
  process.exit()
}
