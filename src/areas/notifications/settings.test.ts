import { expect, test } from 'vitest'
import { startTasks } from '../../../test/task-stand.ts'

const { as, admin, make, users, run, createOrder } = await startTasks()
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

/** Everything that tells somebody of a task or of its instance. */
const TELLING: Record<string, (task: string, instance: string) => Promise<unknown>> = {
  'hands it over': (id) =>
    as(admin).tasks.reassign({ params: { id }, input: { userId: ann.id, comment: '' } }),
  'comments on the task': (id) => say('tasks', id),
  'comments on the instance': (_, id) => say('instances', id),
}
const say = (code: string, id: string) =>
  as(admin).messages.sendMessage({
    params: { namespace: 'system', code, target: id },
    input: { body: 'Look', mentions: [ann.id] },
  })

test.each(Object.keys(TELLING))(
  '%s: muted are the process, the app, the item, the instance',
  async (way) => {
    const order = await createOrder()
    const { task, id } = await run('approval', { who: [bob.id], order: [order] })
    const object = `item:sales/orders/${order}`
    const around = [object, 'app:sales/orders', 'process:sales.orders/approval', `instance:${id}`]
    for (const each of around) {
      await as(ann).notifications.mute({ input: { object: each } })
      const before = await textsOf(ann)
      await TELLING[way]?.(task, String(id))
      expect(await textsOf(ann)).toEqual(before)
      await as(ann).notifications.unmute({ input: { object: each } })
      await as(admin).tasks.reassign({
        params: { id: task },
        input: { userId: bob.id, comment: '' },
      })
    }
    const before = await textsOf(ann)
    await TELLING[way]?.(task, String(id))
    expect(await textsOf(ann)).toHaveLength(before.length + 1)
  },
)
