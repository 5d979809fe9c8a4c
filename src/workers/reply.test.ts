import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { replyOf } from './reply.ts'

function start(script: string): Worker {
  const worker = new Worker(script, { eval: true })
  onTestFinished(async () => {
    await worker.terminate()
  })
  return worker
}

const answer = `require('node:worker_threads').parentPort.postMessage('here')`

test('the message of the thread is returned', async () => {
  expect(await replyOf(start(answer), 60_000)).toBe('here')
})

test.each([
  ['loops for ever', 'for (;;);', 1, 'timeout'],
  ['waits for ever', 'setInterval(() => {}, 1000)', 1, 'timeout'],
  ['ends without a word', '', 60_000, 'crash'],
  ['throws', 'throw new Error("x")', 60_000, 'crash'],
])('a thread that %s is terminated', async (_, script, timeout, kind) => {
  const worker = start(script)
  const exit = once(worker, 'exit').catch(() => undefined)

  await expect(replyOf(worker, timeout)).rejects.toMatchObject({ kind })
  await exit
  expect(worker.threadId).toBe(-1)
})

test('a thread that has already ended is not waited for', async () => {
  const worker = start(answer)
  await once(worker, 'exit')

  await expect(replyOf(worker, 60_000)).rejects.toMatchObject({ kind: 'crash' })
})
