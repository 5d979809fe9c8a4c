import { expect, test } from 'vitest'
import { RateLimit } from './rate-limit.ts'

test('a clock that is set back keeps nobody waiting', () => {
  let now = new Date('2026-01-01T12:00:00Z')
  const limit = new RateLimit(1, () => now)
  limit.take('ann')
  expect(limit.take('ann').refusal).toBeDefined()

  now = new Date('2026-01-01T11:00:00Z')

  expect(limit.take('ann')).toEqual({
    headers: { 'ratelimit-policy': '"default";q=1;w=60', ratelimit: '"default";r=0;t=60' },
  })
})
