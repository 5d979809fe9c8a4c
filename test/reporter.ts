import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { NO_BROWSER } from './chromium.ts'

/** Closes the run with one line that any tool can read. */
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

/** What was not tested is told before the totals, so that nobody takes it for tested. */
function describeMissing(tests: TestCase[]): string {
  const { length } = tests.filter((test) => {
    const result = test.result()
    return result.state === 'skipped' && result.note === NO_BROWSER
  })
  return length > 0 ? `!!! ${length} tests were skipped: ${NO_BROWSER}\n` : ''
}
