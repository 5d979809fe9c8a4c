import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { dataFolder } from '../server-process.ts'

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url))

/** What a scene of the program says, and its exit code. */
async function play(scene: string) {
  const { start } = await dataFolder()
  const server = start({}, [scene], [process.execPath, PROGRAM])
  const code = await server.ended()
  return { code, output: server.output() }
}

test('workers that are stopped while the first one starts leave none behind', async () => {
  expect(await play('stop while starting')).toEqual({ code: 0, output: 'living: 0\n' })
})

test('workers that are stopped while they are replaced leave none behind', async () => {
  expect(await play('stop while replacing')).toEqual({ code: 0, output: 'living: 0\n' })
})

test('a message to a worker that was killed a moment ago does not end the others', async () => {
  const { code, output } = await play('send to a killed worker')
  expect(output).toContain('a worker cannot be reached')
  expect(output).toMatch(/goes on\n$/)
  expect(code).toBe(0)
})

test('a worker that cannot be started is an error, not the end', async () => {
  const { code, output } = await play('a program that cannot be started')
  expect(output).toContain('a worker ended with code 126 before it was ready')
  expect(code).toBe(0)
})

test('a worker that is never ready is ended, and the next replacement succeeds', async () => {
  const { code, output } = await play('a worker that is never ready')
  expect(output).toContain('a worker takes too long to start: it is ended')
  expect(output).toContain('the workers are not replaced: a new one did not start')
  expect(output).toContain('living: 2\n')
  expect(output).toContain('all workers were replaced')
  expect(code).toBe(0)
})

test('metrics are those of the workers that answer, while others start or stall', async () => {
  const { code, output } = await play('metrics without all workers')
  expect(output).toContain('kontor_workers 1')
  expect(code).toBe(0)
})
