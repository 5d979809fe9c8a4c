import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Turns } from '../workers/turns.ts'
import { takePlace } from './place.ts'

function begin() {
  const turns = new Turns({ name: 'requests', size: 1, queue: 9 })
  const take = () => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const left = () => new AbortController().signal
    return { response, entered: takePlace(turns, { owner: 'ann', left, response }) }
  }
  return { turns, take }
}

test('a request has its place until it is answered', async () => {
  const { turns, take } = begin()
  const [first, second] = [take(), take()]
  expect([first.entered, turns.waiting]).toEqual([undefined, 1])

  first.response.emit('close')
  first.response.emit('close')
  await second.entered

  expect([take().entered, turns.waiting]).toEqual([expect.any(Promise), 1])
})

test('a request that takes long gives its place back before', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { turns, take } = begin()
  const { response } = take()
  const { entered } = take()

  await vi.advanceTimersByTimeAsync(1000)
  await entered
  response.emit('close')

  take()
  expect(turns.waiting).toBe(1)
})
