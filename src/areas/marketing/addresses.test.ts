import { expect, test } from 'vitest'
import { toAddress } from './addresses.ts'

test.each([
  ['anna@example.org', 'anna@example.org'],
  ['  Anna.Petrova@Example.ORG ', 'anna.petrova@example.org'],
  ['anna+news@sub.example.co.uk', 'anna+news@sub.example.co.uk'],
  ['jörg@münchen.example', 'jörg@xn--mnchen-3ya.example'],
  ["o'brien@example.org", "o'brien@example.org"],
])('%s is known as %s', (text, address) => {
  expect(toAddress(text)).toBe(address)
})

test.each([
  '',
  'anna',
  '@example.org',
  'anna@',
  'anna@localhost',
  'anna@example..org',
  'anna@-example.org',
  'anna@127.0.0.1',
  'anna@[127.0.0.1]',
  'an na@example.org',
  'anna@exam ple.org',
  'a@b@example.org',
  '.anna@example.org',
  'an..na@example.org',
  'anna@example.org\nbcc: eve@example.org',
  'anna\r\n@example.org',
  '<anna@example.org>',
  'anna@example.org, bob@example.org',
  `${'a'.repeat(65)}@example.org`,
  `anna@${'a'.repeat(250)}.org`,
  'an\ud800na@example.org',
])('%j is no address', (text) => {
  expect(toAddress(text)).toBeUndefined()
})

test('an attack of a million signs is refused', () => {
  expect(toAddress(`${'a.'.repeat(500_000)}@example.org`)).toBeUndefined()
})
