import { expect, test } from 'vitest'
import { soak } from './soak.ts'

test('two nodes under mixed load, bad receivers and a kill lose nothing and never stall', async () => {
  const { problems, events, requests, kills } = await soak({
    seconds: 15,
    requests: 120,
    kills: 1,
    seed: 20_261_115,
    say: () => undefined,
  })

  expect(problems).toEqual([])
  expect(kills).toBe(1)
  expect(requests).toBeGreaterThan(10)
  expect(events).toBeGreaterThan(requests / 2)
})
