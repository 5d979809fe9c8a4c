import { expect, test } from 'vitest'
import { startDemo } from '../../test/demo-company.ts'
import { pattern } from '../../test/guide.ts'
import { freePort } from '../../test/guide-program.ts'
import { typeBlocks } from '../../test/guide-shell.ts'

const { app, admin, address } = await startDemo({
  KONTOR_WORKERS: '2',
  KONTOR_PRIVATE_ADDRESSES: '127.0.0.1',
})
await app.startJobs()

const typed = await typeBlocks('quickstart', {
  KONTOR: address,
  TOKEN: admin.token,
  RECEIVER_PORT: String(await freePort()),
})

test('all commands of the guide were run', () => {
  expect(typed.length).toBeGreaterThan(15)
})

test.each(typed)('$first', ({ shown, said }) => {
  if (shown?.info !== 'json') return expect(said.trim()).toBe(shown?.text ?? '')
  const actual: unknown = JSON.parse(said)

  expect(actual).toEqual(pattern(JSON.parse(shown.text), actual, new Map()))
})
