import { expect, test } from 'vitest'
import { startDemo } from '../../test/demo-company.ts'
import { pattern } from '../../test/guide.ts'
import { typeBlocks } from '../../test/guide-shell.ts'

const { admin, address } = await startDemo({})
const typed = await typeBlocks('items', { KONTOR: address, TOKEN: admin.token })

test('all commands of the guide were run', () => {
  expect(typed.length).toBeGreaterThan(9)
})

test.each(typed)('$first', ({ shown, said }) => {
  if (shown?.info !== 'json') return expect(said.trim()).toBe(shown?.text ?? '')
  const actual: unknown = JSON.parse(said)

  expect(actual).toEqual(pattern(JSON.parse(shown.text), actual, new Map()))
})
