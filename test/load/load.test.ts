import { expect, test } from 'vitest'
import { load } from './load.ts'

test('a few people work for some seconds, nothing goes wrong, and what they see is live', async () => {
  const wanted = [
    ...['tasks.listIncoming', 'tasks.submit', 'apps.listItems', 'apps.aggregate'],
    ...['messages.sendMessage', 'disk.uploadToDirectory', 'live update'],
  ]
  const { rows, errors, events } = await load({
    users: 8,
    seconds: 1,
    wanted,
    think: 0.2,
    items: 200,
    seed: 20_261_117,
    environment: { KONTOR_DEMO: 'off' },
    say: () => undefined,
  })

  expect(errors).toEqual([])
  expect(events).toBeGreaterThan(0)
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(wanted))
})
