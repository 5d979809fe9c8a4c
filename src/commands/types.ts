import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { readFolder } from '../definitions/folder.ts'
import { loadSolution } from '../definitions/load.ts'
import { scriptTypes } from '../definitions/script-types/types.ts'
import { makeFolder } from '../platform/files/disk.ts'
import { say } from './say.ts'

export const typesCommand = () =>
  new Command('types')
    .description('write TypeScript declarations for the scripts of a solution, without a server')
    .argument('<folder>', 'the folder of the solution')
    .argument('<target>', 'the folder for the declarations')
    .action((folder: string, target: string) => writeTypes(folder, target))

async function writeTypes(folder: string, target: string): Promise<void> {
  const { readable } = loadSolution(await readFolder(folder))
  const files = scriptTypes(readable.definitions)
  for (const [name, text] of files) {
    await makeFolder(dirname(join(target, name)))
    await writeFile(join(target, name), text)
  }
  say(`${files.size} files written to ${target}`)
}
