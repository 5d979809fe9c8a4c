import { once } from 'node:events'
import { expect, test } from 'vitest'
import { newDatabase } from '../app.ts'
import { urlOf } from '../kontor.ts'
import { dataFolder } from '../server-process.ts'

const TOKEN = '4f0c7a52-52c5-4d0a-9f0e-3f6f0d7c9b33'
const BLOCK = new URL('./block.ts', import.meta.url).href
const timeout = { timeout: 60_000 }

/** A real node whose event loop can be blocked. */
async function startNode(environment: Record<string, string>, args = ['start']) {
  const { start } = await dataFolder()
  const server = start(
    {
      DATABASE_URL: urlOf(await newDatabase()),
      KONTOR_ADMIN_TOKEN: TOKEN,
      NODE_OPTIONS: `--import ${BLOCK}`,
      ...environment,
    },
    args,
  )
  const exit = once(server.child, 'close').then(([code, signal]) => ({ code, signal }))
  await expect.poll(server.output, timeout).toMatch(/Kontor (is ready|works on jobs)/)
  return { ...server, exit }
}

test('a stalled node logs its stack, is not ready for a moment, and continues', async () => {
  const node = await startNode({ BLOCK: '4' })
  const address = await node.ready()
  const status = async (path: string) => (await fetch(`${address}${path}`)).status
  await expect.poll(() => status('/health/ready'), timeout).toBe(200)

  node.child.kill('SIGUSR2')
  // A busy machine may have blocked it before.
  const lineOf = () => node.output().match(/^\{.*at standStill.*loop is blocked.*$/m)?.[0] ?? ''
  await expect.poll(lineOf, timeout).not.toBe('')
  const asked = status('/health/ready')

  const line = lineOf()
  expect(JSON.parse(line)).toMatchObject({ level: 'error' })
  expect(JSON.parse(line).stack).toMatch(/^at standStill \(file:.*block\.ts:\d+:\d+\)/)
  expect(JSON.parse(line).computing).toBeGreaterThan(0)
  expect(await asked).toBe(503)
  expect(await status('/health/live')).toBe(200)
  await expect.poll(() => status('/health/ready'), timeout).toBe(200)
  const metrics = await fetch(`${address}/metrics`, { headers: { 'x-token': TOKEN } })
  const text = await metrics.text()
  const longest = /^kontor_event_loop_longest_delay_seconds (\S+)/m.exec(text)?.[1]
  expect(Number(longest)).toBeGreaterThan(3)
  expect(text).toMatch(/^kontor_stalls_total\{by="program"\} [1-9]/m)
  node.child.kill('SIGTERM')
  expect(await node.exit).toEqual({ code: 0, signal: null })
})

test('SIGTERM ends a blocked node', async () => {
  const node = await startNode({ BLOCK: '600', KONTOR_STALL_LIMIT: '0' }, ['work'])

  node.child.kill('SIGUSR2')
  await expect.poll(node.output, timeout).toContain('the event loop is blocked')
  node.child.kill('SIGTERM')

  expect(await node.exit).toEqual({ code: null, signal: 'SIGTERM' })
})

test('an overloaded machine is a warning, and SIGTERM still drains', async () => {
  const node = await startNode({ BLOCK: '4', STARVE: 'yes' })

  node.child.kill('SIGUSR2')
  await expect.poll(node.output, timeout).toContain('the machine is overloaded')
  node.child.kill('SIGTERM')

  expect(await node.exit).toEqual({ code: 0, signal: null })
  const line = node.output().match(/^\{.*the machine is overloaded.*$/m)?.[0] ?? '{}'
  expect(JSON.parse(line)).toMatchObject({ level: 'warn' })
  expect(JSON.parse(line).computing).toBeLessThan(JSON.parse(line).milliseconds / 2)
})

test('a node that is blocked for too long ends itself', async () => {
  const node = await startNode({ BLOCK: '600', KONTOR_STALL_LIMIT: '2' }, ['work'])

  node.child.kill('SIGUSR2')

  expect(await node.exit).toEqual({ code: null, signal: 'SIGKILL' })
  expect(node.output()).toContain('the event loop was blocked for 2 s')
})

test('a stop that gets stuck ends the process', async () => {
  const node = await startNode(
    { BLOCK: '600', KONTOR_STALL_LIMIT: '0', KONTOR_DRAIN_TIMEOUT: '1' },
    ['work'],
  )

  node.child.kill('SIGHUP')

  expect(await node.exit).toEqual({ code: null, signal: 'SIGKILL' })
  expect(node.output()).toContain('it did not stop in')
})
