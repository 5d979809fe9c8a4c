import { Command } from 'commander'
import { checkDecision } from '../areas/decisions/check.ts'
import { Decisions } from '../decisions/decisions.ts'
import { readFolder } from '../definitions/folder.ts'
import { type LoadedDefinition, loadSolution, sorted } from '../definitions/load.ts'
import { isError, type Problem } from '../definitions/source.ts'
import { complain, say } from './say.ts'

export const testCommand = () =>
  new Command('test')
    .description('run the cases of the decisions of a solution, without a server')
    .argument('<folder>', 'the folder of the solution')
    .action((folder: string) => runCases(folder))

async function runCases(folder: string): Promise<void> {
  const { readable, problems } = loadSolution(await readFolder(folder))
  const all = readable.definitions.filter(({ kind }) => kind === 'decision')
  const decisions = new Decisions()
  try {
    const found: Problem[] = [...problems]
    for (const each of all) {
      found.push(...(await checkDecision({ decisions }, each as LoadedDefinition<'decision'>)))
    }
    for (const { file, line, column, message } of sorted(found)) {
      complain(`${file}:${line}:${column} ${message}`)
    }
    const withCases = all.filter(({ attachments }) => attachments.cases).length
    say(`${all.length} decisions, ${withCases} with cases, ${found.filter(isError).length} errors`)
    if (found.some(isError)) process.exitCode = 1
  } finally {
    await decisions.close()
  }
}
