import { readFileSync } from 'node:fs'
import { compile } from '../compile.ts'
import { type Program, prepare } from '../program.ts'
import { type Options, type Simulation, simulate } from '../simulate.ts'

/** Loads a diagram of this folder; throws if it has problems. */
export async function load(name: string): Promise<Program> {
  const { model, problems } = await compile(read(name))
  if (!model) throw new Error(`${name}: ${problems.map((each) => JSON.stringify(each)).join(', ')}`)
  return prepare(model)
}

export const read = (name: string): string =>
  readFileSync(new URL(`${name}.bpmn`, import.meta.url), 'utf8')

export const begin = async (name: string, options?: Options): Promise<Simulation> =>
  simulate(await load(name), options)
