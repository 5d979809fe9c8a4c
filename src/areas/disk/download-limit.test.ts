import { expect, test } from 'vitest'
import { DownloadLimit } from './download-limit.ts'

test('each user has a share, all have one together, and what ends is given back', async () => {
  const limit = new DownloadLimit({ perUser: 2, perNode: 3 })
  const first = Promise.withResolvers<void>()
  const rest = Promise.withResolvers<void>()
  const failing = limit.run('ann', () => first.promise)
  const others = [limit.run('ann', () => rest.promise), limit.run('bob', () => rest.promise)]
  const answer = async () => 'done'

  await expect(limit.run('ann', answer)).rejects.toMatchObject({
    code: 'too_many',
    message: expect.stringContaining('you have 2 requests'),
  })
  await expect(limit.run('eve', answer)).rejects.toMatchObject({
    code: 'too_many',
    message: expect.stringContaining('the server is busy'),
  })
  first.reject(new Error('broken'))
  await expect(failing).rejects.toThrow('broken')
  expect(await limit.run('ann', answer)).toBe('done')
  expect(await limit.run('eve', answer)).toBe('done')
  rest.resolve()
  await Promise.all(others)
})
