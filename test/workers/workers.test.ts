import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newDatabase } from '../app.ts'
import { urlOf } from '../kontor.ts'
import { childrenOf } from '../process-tree.ts'
import { dataFolder } from '../server-process.ts'

const TOKEN = '4f0c7a52-52c5-4d0a-9f0e-3f6f0d7c9b33'
const headers = { 'x-token': TOKEN }

/** A real server with two workers. */
async function startTwo() {
  const { start } = await dataFolder()
  const server = start(
    {
      DATABASE_URL: urlOf(await newDatabase()),
      KONTOR_ADMIN_TOKEN: TOKEN,
      LOG_LEVEL: 'info',
      KONTOR_METRICS: 'open',
    },
    ['start', '--workers', '2'],
  )
  const address = await server.ready()
  const { pid = 0 } = server.child
  const workers = () => childrenOf(pid)
  await expect.poll(async () => countIn(await metricsOf(address))).toBe(2)
  return { server, address, workers }
}

const metricsOf = async (address: string) =>
  (await fetch(`${address}/metrics`, { headers: { connection: 'close' } })).text()
const countIn = (metrics: string) => Number(/^kontor_workers (\d+)/m.exec(metrics)?.[1])

const write = async (address: string, key: string) => {
  const init = { method: 'POST', headers, body: JSON.stringify({ data: key }) }
  return (await fetch(`${address}/pub/v1/storage/system/${key}`, init)).status
}

test('workers share one port, and their metrics are one', async () => {
  const { server, address, workers } = await startTwo()
  expect(workers()).toHaveLength(2)

  for (let n = 0; n < 20; n++) {
    const init = { headers: { ...headers, connection: 'close' } }
    expect((await fetch(`${address}/pub/v1/storage/system/none`, init)).status).toBe(404)
  }
  const metrics = await metricsOf(address)
  const [, counted] =
    /^kontor_requests_total\{operation="storage\.getSystem",status="404"\} (\d+)/m.exec(
      metrics,
    ) ?? [metrics]
  expect(Number(counted)).toBe(20)
  expect(await server.stop()).toBe(0)
  expect(workers()).toEqual([])
})

test('a killed worker is replaced while the other one serves', async () => {
  const { server, address, workers } = await startTwo()
  const [first = 0, second = 0] = workers()

  process.kill(first, 'SIGKILL')
  await expect
    .poll(() => workers().filter((pid) => ![first, second].includes(pid)).length, {
      timeout: 150_000,
    })
    .toBe(1)
  expect(workers()).toContain(second)
  expect(await write(address, 'after')).toBe(200)
  await expect.poll(async () => countIn(await metricsOf(address))).toBe(2)
  await expect.poll(server.output).toContain('a worker ended: another one is started')
})

test('a connection that a worker was given in the moment it is killed is answered by another', async () => {
  const { server, address, workers } = await startTwo()
  const [first = 0] = workers()

  // It is given connections and takes none of them, as if it had been killed a moment before.
  process.kill(first, 'SIGSTOP')
  const init = { headers: { ...headers, connection: 'close' } }
  const statuses: number[] = []
  const calls = Array.from({ length: 6 }, async () => {
    statuses.push((await fetch(`${address}/pub/v1/storage/system/none`, init)).status)
  })
  await expect.poll(() => statuses).toHaveLength(5)
  process.kill(first, 'SIGKILL')

  await Promise.all(calls)
  expect(statuses).toEqual(Array(6).fill(404))
  await expect.poll(async () => countIn(await metricsOf(address))).toBe(2)
  await expect.poll(server.output).toContain('a worker ended: another one is started')
})

test('SIGHUP replaces the workers one by one, and no request is refused', async () => {
  const { server, address, workers } = await startTwo()
  const before = workers()
  const statuses: number[] = []
  let isOver = false
  const load = async (name: string) => {
    for (let n = 0; !isOver && n < 5000; n++) {
      statuses.push(await write(address, `${name}_${n}`))
      await pause(5)
    }
  }
  const loads = ['a', 'b', 'c'].map(load)

  server.child.kill('SIGHUP')
  await expect.poll(() => server.output()).toContain('all workers were replaced')
  isOver = true
  await Promise.all(loads)

  expect(workers().filter((pid) => before.includes(pid))).toEqual([])
  expect(workers()).toHaveLength(2)
  expect(statuses.filter((status) => status !== 200)).toEqual([])
  expect(statuses.length).toBeGreaterThan(0)
})

test('workers end with the process that started them', async () => {
  const { server, address, workers } = await startTwo()
  const left = workers()

  server.child.kill('SIGKILL')
  await server.ended()

  await expect.poll(() => left.filter(isAlive)).toEqual([])
  await expect(fetch(address)).rejects.toThrow()
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('workers are guests of the embedded database of the process that started them', async () => {
  const { start } = await dataFolder()
  const server = start({ KONTOR_ADMIN_TOKEN: TOKEN }, ['start', '--workers', '2'])
  const address = await server.ready()

  expect(await write(address, 'embedded')).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('a number that is none is an error', async () => {
  const { start } = await dataFolder()
  const server = start({}, ['start', '--workers', 'many'])
  expect(await server.ended()).toBe(1)
  expect(server.output()).toContain(
    '--workers: expected "auto" or a number from 1 to 16, got "many"',
  )
})
