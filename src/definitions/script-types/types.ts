import type { Body } from '../kinds.ts'
import { moduleNamespace } from '../layout.ts'
import { type LoadedDefinition, ofKind } from '../load.ts'
import { COMMON } from './common.ts'
import { type Address, describe, interfaceOf, nameOf, parametersOf } from './fields.ts'
import { parametersOfModule, programTypes } from './modules.ts'

const statusOf = ({ statuses }: Body<'app'>): string[] => {
  const codes = statuses.flatMap((group) => group.statuses.map(({ code }) => JSON.stringify(code)))
  return codes.length > 0 ? [`__status?: Status<${codes.join(' | ')}>`] : []
}

const workspacesOf = (apps: readonly Address[], processes: readonly Address[]): string => {
  const all = [...apps, ...processes].map(({ namespace }) => namespace.split('.')[0] ?? '')
  const rows = [...new Set(all)].sort().map((workspace) => {
    const own = apps.filter(({ namespace }) => namespace === workspace)
    const inside = own.map((app) => `${app.code}: App<${nameOf(app)}>`).join('; ')
    const started = processes.filter(({ namespace }) => namespace === workspace)
    const run = started.map((each) => `${each.code}: Process<${nameOf(each)}_process>`).join('; ')
    return `  '${workspace}': { code: string; app: { ${inside} }; processes: { ${run} }; cache: Cache; storage: ScriptStorage }`
  })
  return ['interface Workspaces {', ...rows, '}'].join('\n')
}

const parametersOfWorkspace = (code: string) => `Workspace_${code}_parameters`

/** What a script of one process sees, beside what all of them have in common. */
function placeOf(
  process: Address,
  { apps, settings }: { apps: readonly Address[]; settings: ReadonlyMap<string, string> },
): string {
  const [workspace = '', code] = process.namespace.split('.')
  const app = apps.find((each) => each.namespace === workspace && each.code === code)
  const params = settings.get(workspace) ?? 'any'
  return [
    '/// <reference path="./kontor.d.ts" />',
    `declare const Context: ScriptContext<${nameOf(process)}_process>`,
    `declare const Namespace: Workspaces['${workspace}'] & { readonly params: Settings<${params}> }`,
    ...(app ? [`declare const Application: App<${nameOf(app)}>`] : []),
    '',
  ].join('\n')
}

/** Apps of other solutions that fields link to: nothing is known of them here. */
function elsewhereIn(text: string, known: readonly string[]): string[] {
  const linked = Array.from(text.matchAll(/Reference<(\w+)>/g), ([, name = '']) => name)
  const missing = new Set(linked.filter((name) => name !== 'any' && !known.includes(name)))
  return [...missing].sort().map((name) => `type ${name} = any`)
}

/** Types for the scripts of a solution, by file: one in common, one for each process and program. */
export function scriptTypes(definitions: readonly LoadedDefinition[]): Map<string, string> {
  const [apps, processes] = [ofKind(definitions, 'app'), ofKind(definitions, 'process')]
  const [workspaces, modules] = [ofKind(definitions, 'workspace'), ofKind(definitions, 'module')]
  /** What the parameters of a workspace or a module are called, by namespace. */
  const settings = new Map([
    ...workspaces.map(({ code }) => [code, parametersOfWorkspace(code)] as const),
    ...modules.map(({ code }) => [moduleNamespace(code), parametersOfModule(code)] as const),
  ])
  const known = [
    ...apps.map((app) =>
      interfaceOf(nameOf(app), describe(app.body.fields), [
        '__name?: string',
        '__createdAt?: Datetime',
        '__createdBy?: User',
        '__deletedAt?: Datetime',
        ...statusOf(app.body),
      ]),
    ),
    ...processes.map((each) =>
      interfaceOf(`${nameOf(each)}_process`, describe(each.body.variables)),
    ),
    ...workspaces.map(({ code, body }) =>
      parametersOf(parametersOfWorkspace(code), body.parameters),
    ),
    ...modules.map(({ code, body }) => parametersOf(parametersOfModule(code), body.parameters)),
    workspacesOf(apps, processes),
  ]
  const programs = modules.flatMap(({ code, body }) => {
    const own = processes.filter(({ namespace }) => namespace === moduleNamespace(code))
    return programTypes(code, body, own)
  })
  const texts = [...known, ...programs.map(([, text]) => text)]
  const elsewhere = elsewhereIn(texts.join('\n'), apps.map(nameOf))
  return new Map([
    ['kontor.d.ts', `${COMMON}\n${[...known, ...elsewhere].join('\n\n')}\n`],
    ...processes.map((each): [string, string] => [
      `${each.namespace}.${each.code}.d.ts`,
      placeOf(each, { apps, settings }),
    ]),
    ...programs,
  ])
}
