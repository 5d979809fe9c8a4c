import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const programs = globSync('test/*/run.ts')

test.each(programs)(
  '%s prints its options, and tells of a mistake in words',
  async (program) => {
    const help = await run(process.execPath, [program, '--help'])
    const wrong = await run(process.execPath, [program, '--nonsense']).catch(
      (error: { code: number; stderr: string }) => error,
    )

    expect(help.stdout).toMatch(/^npm run \w+ -- \[options\]/)
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Unknown option/) })
    expect(wrong.stderr).not.toContain('    at ')
  },
  60_000,
)
