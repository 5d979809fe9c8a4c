import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { address, consent, ID, startMarketing } from '../../../test/marketing.ts'

const { admin, client, contact, eventsOf } = await startMarketing()

test('people are subscribed with the address of their contact, and what is wrong is told', async () => {
  const email = address()
  const [good, without, same] = [
    await contact('Good', ` ${email.toUpperCase()}`),
    await contact('Without'),
    await contact('Same', email),
  ]
  const nobody = randomUUID()
  const subscribers = [
    { item: good },
    { item: without },
    { item: same },
    { item: nobody },
    { item: without, email: 'not an address' },
  ]

  const { subscribers: results } = await client.subscribe({ input: { consent, subscribers } })

  const id = results[0]?.id
  expect(results).toEqual([
    { id: ID, item: good, status: 'added' },
    { item: without, status: 'invalid', reason: 'the item has no e-mail address' },
    { id, item: same, status: 'present' },
    { item: nobody, status: 'invalid', reason: 'item not found' },
    { item: without, status: 'invalid', reason: '"not an address" is no e-mail address' },
  ])
  const { result } = await client.listSubscribers({ input: { ids: [id ?? ''] } })
  expect(result.result).toMatchObject([{ email, name: 'Good Anna', source: { id: good } }])
})

test('the same call again changes nothing', async () => {
  const subscribers = [{ item: await contact('Again', address()) }]
  const [first] = (await client.subscribe({ input: { consent, subscribers } })).subscribers

  const [second] = (await client.subscribe({ input: { consent, subscribers } })).subscribers

  expect(second).toEqual({ ...first, status: 'present' })
  const params = { id: first?.id ?? '' }
  expect((await client.listConsents({ params })).consents).toHaveLength(1)
  expect(await eventsOf(`subscriber:${params.id}`)).toHaveLength(1)
})

test('every consent and every withdrawal is kept', async () => {
  const email = address()
  const item = await contact('Fickle', email)
  const agree = (at: string) =>
    client.subscribe({ input: { consent: { ...consent, at }, subscribers: [{ item }] } })
  const [made] = (await agree('2026-01-02T03:04:05Z')).subscribers
  const params = { id: made?.id ?? '' }

  await client.unsubscribe({ params, input: { method: 'link in a letter' } })
  await client.unsubscribe({ params, input: { method: 'link in a letter' } })
  const { result } = await client.listSubscribers({ input: { filter: { email } } })
  const [again] = (await agree('2026-02-03T04:05:06Z')).subscribers

  expect(result.result).toMatchObject([{ id: params.id, subscribed: false }])
  expect(again).toEqual({ id: params.id, item, status: 'updated' })
  const { consents } = await client.listConsents({ params })
  expect(consents).toMatchObject([
    { isGiven: true, at: '2026-01-02T03:04:05.000Z', wording: 'I want the news' },
    { isGiven: false, method: 'link in a letter', recordedBy: admin.id },
    { isGiven: true, at: '2026-02-03T04:05:06.000Z' },
  ])
  expect((await eventsOf(`subscriber:${params.id}`)).map(({ type }) => type)).toEqual([
    'marketing.subscriber.subscribed',
    'marketing.subscriber.unsubscribed',
    'marketing.subscriber.subscribed',
  ])
})

test('a contact with a new address is the same subscriber', async () => {
  const item = await contact('Moved', address())
  const [made] = (await client.subscribe({ input: { consent, subscribers: [{ item }] } }))
    .subscribers
  const email = address()

  const { subscribers } = await client.subscribe({
    input: { consent, subscribers: [{ item, email }] },
  })

  expect(subscribers).toEqual([{ id: made?.id, item, status: 'updated' }])
  const { result } = await client.listSubscribers({ input: { filter: { email } } })
  expect(result.result).toMatchObject([{ id: made?.id }])
})

test('consent without evidence, or of tomorrow, is none', async () => {
  const subscribers = [{ item: randomUUID() }]
  const at = new Date(Date.now() + 86_400_000).toISOString()
  const ask = (given: object) =>
    client.subscribe({ input: { consent: given, subscribers } as never })

  await expect(ask({})).rejects.toMatchObject({ status: 400 })
  await expect(ask({ method: 'paper', at })).rejects.toThrow('in the future')
})

test('subscribers are found by name, address, preference and state', async () => {
  const { preference } = await client.createPreference({ input: { name: 'Trade fairs' } })
  const item = await contact('Zimmermann', address())
  const input = { consent, preferences: [preference.id], subscribers: [{ item }] }
  const id = (await client.subscribe({ input })).subscribers[0]?.id
  const found = async (filter: object) =>
    (await client.listSubscribers({ input: { filter: { ...filter } } })).result.result.map(
      (row) => row.id,
    )

  expect(await found({ __name: 'zimmer' })).toEqual([id])
  expect(await found({ preferences: [preference.id] })).toEqual([id])
  expect(await found({ tf: { name: 'Zimmermann' }, subscribed: true })).toEqual([id])
  await expect(found({ mail: 'x' })).rejects.toMatchObject({ status: 400 })
})

test('two preferences have two names', async () => {
  await client.createPreference({ input: { name: 'Offers' } })

  await expect(client.createPreference({ input: { name: 'OFFERS' } })).rejects.toThrow(
    'already exists',
  )
  expect((await client.listPreferences({})).preferences.map(({ name }) => name)).toContain('Offers')
})
