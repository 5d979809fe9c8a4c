import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

if (Number.parseInt(process.versions.node, 10) < 24) {
  const { version } = process
  throw new Error(`the tests need Node 24, this is ${version}: npm and npx use the packaged one`)
}

/** What needs neither a database nor the console: started in a second. */
const UNIT = [
  'src/api/**/*.test.ts',
  'web/**/*.test.ts',
  'src/engine/**/*.test.ts',
  'src/kinds/**/*.test.ts',
  'src/lists/{request,eql/parse}.test.ts',
  'src/definitions/{field,load}.test.ts',
  'src/http/{body,json-error,recent-requests,request-log}.test.ts',
  'src/{diagrams,documents,sheets,texts}/**/*.test.ts',
  'test/{architecture,deploy}.test.ts',
  'src/platform/{cache,secrets}.test.ts',
  'src/platform/{files,loops,mail,outside,scripts}/**/*.test.ts',
]
/** What looks at the built console. */
const CONSOLE = [
  'test/console/**/*.test.ts',
  'test/{pages,no-console,release}.test.ts',
  'src/http/console.test.ts',
]
const ALL = ['src/**/*.test.ts', 'test/**/*.test.ts']

const common = {
  // A slow machine is slow, not red: these end only what would hang for ever.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 300_000 } },
  // Modules are imported once per worker, not once per file: that was a third of all computing.
  isolate: false,
}

export default defineConfig({
  test: {
    reporters: ['default', './test/reporter.ts'],
    // Most of a test is waiting for the database: two at once are faster even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { ...common, name: 'unit', include: UNIT } },
      {
        test: {
          ...common,
          name: 'server',
          include: ALL,
          exclude: [...UNIT, ...CONSOLE],
          globalSetup: 'test/setup/database.ts',
        },
      },
      {
        test: {
          ...common,
          name: 'console',
          include: CONSOLE,
          globalSetup: ['test/setup/console.ts', 'test/setup/database.ts'],
        },
      },
    ],
  },
})
