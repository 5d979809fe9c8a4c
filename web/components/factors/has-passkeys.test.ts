import { expect, test } from 'vitest'
import { isNamed } from './has-passkeys.ts'

test.each([
  ['kontor.example.org', true],
  ['localhost', true],
  ['10.example.org', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('whether %s can have passkeys: %s', (host, can) => {
  expect(isNamed(host)).toBe(can)
})
