import { Command } from 'commander'
import { checkDecision } from '../areas/decisions/check.ts'
import { checkProcesses, type PublishedDefinitions } from '../areas/processes/testing/check.ts'
import { Decisions } from '../decisions/decisions.ts'
import { readFolder } from '../definitions/folder.ts'
import { type LoadedDefinition, loadSolution, sorted } from '../definitions/load.ts'
import { isError, type Problem } from '../definitions/source.ts'
import { Diagrams } from '../diagrams/diagrams.ts'
import { USUAL } from '../lib/calendar.ts'
import { Scripts } from '../platform/scripts/scripts.ts'
import { complain, say } from './say.ts'

export const testCommand = () =>
  new Command('test')
    .description('run the cases of the decisions and processes of a solution, without a server')
    .argument('<folder>', 'the folder of the solution')
    .action((folder: string) => runCases(folder))

/** Without a server there is only what stands in the folder. */
const NOTHING: PublishedDefinitions = {
  calendar: async () => USUAL,
  decision: async () => undefined,
}

async function runCases(folder: string): Promise<void> {
  const { readable, problems } = loadSolution(await readFolder(folder))
  const { definitions } = readable
  const decided = definitions.filter(({ kind }) => kind === 'decision')
  const drawn = definitions.filter(({ kind }) => kind === 'process')
  const workers = {
    scripts: new Scripts({ workers: 1 }),
    decisions: new Decisions(),
    diagrams: new Diagrams(),
  }
  try {
    const found: Problem[] = [...problems]
    for (const each of decided) {
      found.push(...(await checkDecision(workers, each as LoadedDefinition<'decision'>)))
    }
    for (const each of drawn) {
      const own = [each as LoadedDefinition<'process'>]
      found.push(...(await checkProcesses(workers, own, { definitions, elsewhere: NOTHING })))
    }
    for (const { file, line, column, message } of sorted(found)) {
      complain(`${file}:${line}:${column} ${message}`)
    }
    const errors = found.filter(isError).length
    say(`${told('decisions', decided)}; ${told('processes', drawn)}; ${errors} errors`)
    if (errors > 0) process.exitCode = 1
  } finally {
    await Promise.all(Object.values(workers).map((each) => each.close()))
  }
}

const told = (kind: string, all: readonly LoadedDefinition[]): string =>
  `${all.length} ${kind}, ${all.filter(({ attachments }) => attachments.cases).length} with cases`
