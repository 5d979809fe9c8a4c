import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { complain, say } from '../src/commands/say.ts'

/** Side by side, the longest first; what fails prints what it said. npm adds the tools to the path. */
const checks = [
  ['tsc'],
  ['biome', 'check', '.'],
  ['tsc', '-p', 'web'],
  ['knip'],
  ['node', 'scripts/generate.ts', '--check'],
]

function run([program = '', ...args]: string[]): Promise<void> {
  const since = performance.now()
  return new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 2 ** 28 }, (error, stdout, stderr) => {
      const seconds = ((performance.now() - since) / 1000).toFixed(1)
      say(`${error ? 'failed' : 'ok'}: ${[program, ...args].join(' ')} (${seconds} s)`)
      if (error) {
        complain(`${stdout}${stderr}`)
        process.exitCode = 1
      }
      resolve()
    })
  })
}

async function runWaiting(): Promise<void> {
  for (let next = checks.shift(); next; next = checks.shift()) await run(next)
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runWaiting))
