import { expect, test } from 'vitest'
import { checkedAddress } from './checked-lookup.ts'

const leadsTo =
  (...addresses: string[]) =>
  async () =>
    addresses

test('a name resolves to its first address', async () => {
  expect(await checkedAddress('a.example', [], leadsTo('8.8.8.8', '1.1.1.1'))).toBe('8.8.8.8')
  expect(await checkedAddress('a.example', [], leadsTo())).toBeUndefined()
})

test('a name with any private address is refused', async () => {
  const asked = checkedAddress('a.example', [], leadsTo('8.8.8.8', '10.0.0.1'))

  await expect(asked).rejects.toThrow('a.example leads to a private address')
})

test('allowed private addresses can be reached, and no others', async () => {
  const ask = (address: string) => checkedAddress('a.example', ['10.0.0.0/24'], leadsTo(address))

  expect(await ask('10.0.0.1')).toBe('10.0.0.1')
  await expect(ask('10.0.1.1')).rejects.toThrow('private')
})

test.each(['127.0.0.1', '[::1]', '169.254.169.254'])('the address %s is refused', async (host) => {
  await expect(checkedAddress(host, [])).rejects.toThrow('private')
})
