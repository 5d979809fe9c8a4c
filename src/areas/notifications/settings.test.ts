import { expect, test } from 'vitest'
import { startTasks } from '../../../test/task-stand.ts'

const { as, make, users, run, createOrder } = await startTasks()
const { ann, bob } = users
const textsOf = async (user: typeof ann) =>
  (await as(user).notifications.list({ input: {} })).notifications.map(({ text }) => text)

test('each kind is told in its own way, and "email" sets all of them', async () => {
  const { notifications } = as(await make.user())
  const all = (way: string) =>
    Object.fromEntries(['mention', 'message', 'comment', 'task', 'system'].map((k) => [k, way]))
  expect((await notifications.getSettings()).kinds).toEqual(all('digest'))

  const saved = await notifications.saveSettings({
    input: { kinds: { task: 'mail', message: 'none', comment: 'inbox' } },
  })
  expect(saved.kinds).toEqual({ ...all('digest'), task: 'mail', message: 'none', comment: 'inbox' })
  expect(saved).toMatchObject({ muted: ['message'], email: 'digest' })

  const heard = await notifications.saveSettings({ input: { kinds: { message: 'digest' } } })
  expect(heard).toMatchObject({ muted: [], kinds: { message: 'digest', task: 'mail' } })
  expect((await notifications.saveSettings({ input: { email: 'off' } })).kinds).toEqual(
    all('inbox'),
  )
})

test('quiet hours and the time of the digest are kept, and must be times', async () => {
  const { notifications } = as(await make.user())
  const times = { quiet: { from: '20:00', to: '08:30' }, digestAt: '09:00' }

  expect(await notifications.saveSettings({ input: times })).toMatchObject(times)
  expect(await notifications.saveSettings({ input: { email: 'each' } })).toMatchObject(times)
  const none = { quiet: null, digestAt: null }
  expect(await notifications.saveSettings({ input: none })).toMatchObject(none)
  const wrong = notifications.saveSettings({ input: { digestAt: '9 o’clock' } })
  await expect(wrong).rejects.toMatchObject({ status: 400 })
})

test('whoever mutes an instance or an item hears nothing of its tasks, others do', async () => {
  const order = await createOrder()
  const object = `item:sales/orders/${order}`
  await as(ann).notifications.mute({ input: { object } })
  await as(ann).notifications.mute({ input: { object } })
  expect((await as(ann).notifications.listMutes()).mutes.map((each) => each.object)).toEqual([
    object,
  ])

  await run('all', { who: [ann.id, bob.id], order: [order] })
  expect(await textsOf(ann)).toEqual([])
  expect(await textsOf(bob)).toHaveLength(1)

  await as(ann).notifications.unmute({ input: { object } })
  await run('half', { who: [ann.id], order: [await createOrder()] })
  expect(await textsOf(ann)).toHaveLength(1)
  const odd = as(ann).notifications.mute({ input: { object: 'everything' } })
  await expect(odd).rejects.toMatchObject({ status: 400 })
})
