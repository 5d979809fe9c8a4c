import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1,023 bytes'],
  [1024, '1 kB'],
  [1_572_864, '1.5 MB'],
  [5 * 1024 ** 4, '5 TB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes, 'en')).toBe(text)
})
