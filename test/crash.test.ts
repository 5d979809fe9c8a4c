import { expect, test } from 'vitest'
import { crashEvents } from './crash/events.ts'
import { crashOneNode } from './crash/one-node.ts'
import { crashProcesses } from './crash/processes/processes.ts'
import { crashTwoNodes } from './crash/two-nodes.ts'
import { crashUploads } from './crash/uploads.ts'

const options = { rounds: 3, seed: 20_260_302, say: () => undefined }

test('a server killed with its database loses no acknowledged write and executes none twice', async () => {
  const { problems, writes, events } = await crashOneNode(options)

  expect(problems).toEqual([])
  expect(writes).toBeGreaterThan(options.rounds)
  expect(events).toBeGreaterThanOrEqual(writes)
})

test('the callers of a killed node continue at another, nothing is lost or executed twice', async () => {
  const { problems, writes, events } = await crashTwoNodes(options)

  expect(problems).toEqual([])
  expect(writes).toBeGreaterThan(options.rounds)
  expect(events).toBeGreaterThanOrEqual(writes)
})

test('after a kill during uploads every acknowledged file is complete, and no incomplete one is visible', async () => {
  const { problems, uploads, acknowledged } = await crashUploads({ ...options, rounds: 2 })

  expect(problems).toEqual([])
  expect(uploads).toBe(400)
  expect(acknowledged).toBeGreaterThan(0)
})

test('every instance ends once, with each step executed once, whichever node is killed', async () => {
  const { problems, instances, kills } = await crashProcesses({ ...options, instances: 40 })

  expect(problems).toEqual([])
  expect(instances).toBe(40)
  expect(kills).toBeGreaterThanOrEqual(options.rounds)
})

test('webhooks and streams miss no event when one of two nodes is killed', async () => {
  const { problems, events, messages } = await crashEvents({ ...options, rounds: 1, writes: 300 })

  expect(problems).toEqual([])
  expect(events).toBeGreaterThan(100)
  expect(messages).toBe(events)
})
