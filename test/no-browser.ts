import { test } from 'vitest'
import { visit } from './browser.ts'

// Run by `chromium.test.ts` without a browser.
test.each(['one', 'two'])('visit %s', async () => {
  await visit('http://127.0.0.1:1/')
})

test('a test without a page', () => undefined)
