import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  ['KONTOR_PRIVATE_ADDRESSES', '10.0.0.0/'],
  ['KONTOR_PRIVATE_ADDRESSES', '10.0.0.0/99'],
  ['KONTOR_PRIVATE_ADDRESSES', '10.0.0.0/8/8'],
  ['KONTOR_PRIVATE_ADDRESSES', '10.0.0.1, localhost'],
  ['KONTOR_PRIVATE_ADDRESSES', 'fd00::/129'],
  ['KONTOR_PUBLIC_URL', 'javascript:alert(1)'],
])('%s=%s is refused by its name', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name)
})

test('addresses and ranges of both families are read', () => {
  const text = '10.1.2.3, 10.1.0.0/16 fd00::/8,::1'

  const { KONTOR_PRIVATE_ADDRESSES } = readConfig({ KONTOR_PRIVATE_ADDRESSES: text })

  expect(KONTOR_PRIVATE_ADDRESSES).toEqual(['10.1.2.3', '10.1.0.0/16', 'fd00::/8', '::1'])
})
