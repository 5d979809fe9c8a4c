import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const PROGRAM = new URL('./interrupted.ts', import.meta.url).pathname
const run = promisify(execFile)

test.each([
  ['still', 'blocked', '0'],
  ['no longer', 'free', '1'],
])('the handlers of signals of a loop that is %s blocked: %s', async (_, state, left) => {
  const { stdout } = await run(process.execPath, [PROGRAM, state])

  expect(stdout).toBe(`${left} handlers of SIGTERM\n`)
})
