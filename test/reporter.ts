import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { NO_BROWSER } from './chromium.ts'

/** Ends the run with one machine-readable line. */
export default class Totals implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const broken = modules.filter(
      (module) => module.state() === 'failed' && module.errors().length > 0,
    )
    const failed = count('failed') + broken.length
    process.stdout.write(
      `\n${describeMissing(tests)}${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`,
    )
  }
}

/** Reports skipped tests before the totals. */
function describeMissing(tests: TestCase[]): string {
  const { length } = tests.filter((test) => {
    const result = test.result()
    return result.state === 'skipped' && result.note === NO_BROWSER
  })
  return length > 0 ? `!!! ${length} tests were skipped: ${NO_BROWSER}\n` : ''
}
