import type { Reporter, TestModule } from 'vitest/node'

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
      `\n${count('passed')} passed, ${failed} failed, ${count('skipped')} skipped\n`,
    )
  }
}
