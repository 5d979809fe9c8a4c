import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Command } from 'commander'
import { importDiagram, toReport } from '../diagrams/foreign/import.ts'
import { invalid } from '../lib/errors.ts'
import { say } from './say.ts'

type Options = { workspace: string; output?: string; json?: boolean }

export const importBpmnCommand = () =>
  new Command('import-bpmn')
    .description('turn a diagram of Camunda, Zeebe, Flowable or Activiti into one of ours')
    .argument('<file>', 'the .bpmn file')
    .option('--workspace <code>', 'workspace of the processes and decisions that it names', 'main')
    .option('-o, --output <file>', 'where to write it; the report goes beside it')
    .option('--json', 'print the report as JSON')
    .action((file: string, options: Options) => run(file, options))

async function run(file: string, { workspace, output, json = false }: Options): Promise<void> {
  const target = output ?? file.replace(/(\.bpmn\d*)?(\.xml)?$/i, '.kontor.bpmn')
  if (target === file) throw invalid('the diagram would be overwritten: name another --output')
  const imported = await read(file, workspace)
  const report = toReport(imported)
  const beside = `${target.replace(/\.bpmn$/, '')}.report.md`
  await writeFile(target, imported.xml)
  await writeFile(beside, report)
  const { lines, problems } = imported
  say(json ? JSON.stringify({ file: target, lines, problems }, undefined, 2) : report.trimEnd())
  if (!json) say(`\n${target} and ${basename(beside)} are written`)
  if (problems.length > 0) process.exitCode = 1
}

async function read(file: string, workspace: string) {
  const text = await readFile(file, 'utf8')
  try {
    return await importDiagram(text, { workspace })
  } catch (error) {
    throw invalid(`${file} is not BPMN 2.0 XML: ${(error as Error).message.split('\n')[0]}`)
  }
}
