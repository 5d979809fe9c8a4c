import { parsePath } from '../../lib/app-path.ts'
import type { Body } from '../kinds.ts'
import { type Address, describe, nameOf, typeOf } from './fields.ts'

export const parametersOfModule = (code: string) => `Module_${code}_parameters`

/** For each program of a module a file with what its functions find, whatever calls them. */
export function programTypes(
  code: string,
  module: Body<'module'>,
  processes: readonly Address[],
): [file: string, text: string][] {
  const namespace = [
    ...['readonly code: string', 'readonly cache: Cache', 'readonly storage: ScriptStorage'],
    ...['readonly app: {}', `readonly processes: { ${processes.map(showProcess).join('; ')} }`],
    `readonly params: Settings<${parametersOfModule(code)}>`,
    `readonly api: { ${Object.keys(module.routes).map(showRoute).join('; ')} }`,
  ]
  return Object.keys(module.scripts).map((script) => [
    `modules/${code}.${script}.d.ts`,
    [
      '/// <reference path="../kontor.d.ts" />',
      'declare const Context: ScriptContext<{',
      ...contextOf(module, script).map((row) => `  ${row}`),
      '}>',
      'declare const Namespace: {',
      ...namespace.map((row) => `  ${row}`),
      '}',
      '',
    ].join('\n'),
  ])
}

const showProcess = (process: Address): string =>
  `readonly ${process.code}: Process<${nameOf(process)}_process>`

const showRoute = (code: string): string => `readonly ${code}: { getUrl(): string }`

/** Actions and handlers may call functions of the same program: it has the variables of all of them. */
function contextOf({ actions, handlers }: Body<'module'>, script: string): string[] {
  const types = new Map<string, Set<string>>()
  const add = (key: string, type: string) =>
    types.set(key, new Set([...(types.get(key) ?? []), type]))
  for (const action of Object.values(actions)) {
    if (action.script !== script) continue
    for (const fields of [action.input, action.output, action.variables]) {
      for (const field of describe(fields)) add(`${field.code}?`, typeOf(field))
    }
  }
  for (const handler of Object.values(handlers)) {
    if (handler.script !== script) continue
    const app = handler.app === undefined ? 'any' : nameOf(parsePath(handler.app))
    add('__item', `Reference<${app}>`)
    add('item', 'Record<string, any>')
    add('__data', '{ item: Record<string, any> }')
  }
  return [...types].map(([key, all]) => `${key}: ${[...all].join(' | ')}`)
}
