import { expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'

const { as, admin } = await startApp({ environment: { KONTOR_MARKETING: 'off' } })

test('without marketing its operations answer that a condition is missing', async () => {
  const { marketing } = as(admin)

  for (const call of [
    () => marketing.createSegment({ input: { name: 'News' } }),
    () => marketing.listSegments({ input: {} }),
    () => marketing.listSubscribers({ input: {} }),
  ]) {
    await expect(call()).rejects.toMatchObject({ status: 412 })
  }
})
