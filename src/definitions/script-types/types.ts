import { describeField } from '../../fields/metadata.ts'
import { fieldTypeOf } from '../../fields/registry.ts'
import { type FieldDefinition, toFields } from '../field.ts'
import type { Body } from '../kinds.ts'
import type { LoadedDefinition } from '../load.ts'
import { COMMON } from './common.ts'

type Described = Pick<ReturnType<typeof describeField>, 'code' | 'type' | 'single' | 'data'>
type Address = { namespace: string; code: string }

const describe = (fields: Record<string, FieldDefinition>): Described[] =>
  toFields(fields).map((field) => describeField(field, fieldTypeOf(field.type)))

/** `crm` and `orders` → `crm_orders`: codes have no other characters. */
const nameOf = ({ namespace, code }: Address): string =>
  `${namespace}_${code}`.replaceAll(/\W/g, '_')

const TIMES: Record<string, string> = { datetime: 'Datetime', date: 'TDate', time: 'TTime' }

const PLAIN: Record<string, string> = {
  STRING: 'string',
  LINK: 'string',
  INTEGER: 'number',
  FLOAT: 'number',
  BOOLEAN: 'boolean',
  MONEY: 'Money',
  FULL_NAME: 'FullName',
}

/** Those that hold one value or several. */
const LISTED: Record<string, (data: Described['data']) => string> = {
  SYS_USER: () => 'User',
  FILE: () => 'FileReference',
  IMAGE: () => 'FileReference',
  PHONE: () => 'Phone',
  EMAIL: () => 'Email',
  ACCOUNT: () => 'Account',
  REF_ITEM: () => 'Reference<any>',
  SYS_COLLECTION: (data) =>
    `Reference<${nameOf({ namespace: String(data.namespace), code: String(data.code) })}>`,
  CATEGORY: ({ enumItems }) =>
    `Enum<${(enumItems as { code: string }[]).map(({ code }) => JSON.stringify(code)).join(' | ') || 'never'}>`,
}

function typeOf({ type, single, data }: Described): string {
  const listed = LISTED[type]
  if (listed) {
    const isOne = type === 'CATEGORY' ? data.multiple === false : single
    return isOne ? listed(data) : `${listed(data)}[]`
  }
  if (type === 'DATETIME') return TIMES[String(data.kind)] ?? 'Datetime'
  if (type === 'TABLE') return `Table<{ ${rowsOf(data.fields as Described[]).join('; ')} }>`
  return PLAIN[type] ?? 'any'
}

const rowsOf = (fields: readonly Described[]): string[] =>
  fields.map((field) => `${field.code}?: ${typeOf(field)}`)

const interfaceOf = (name: string, fields: readonly Described[], more: string[] = []): string =>
  [`interface ${name} {`, ...[...more, ...rowsOf(fields)].map((row) => `  ${row}`), '}'].join('\n')

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
    return `  ${workspace}: { app: { ${inside} }; processes: { ${run} }; cache: Cache; storage: ScriptStorage }`
  })
  return ['interface Workspaces {', ...rows, '}'].join('\n')
}

/** What a script of one process sees, beside what all of them have in common. */
function placeOf(process: Address, apps: readonly Address[]): string {
  const [workspace = '', code] = process.namespace.split('.')
  const app = apps.find((each) => each.namespace === workspace && each.code === code)
  return [
    '/// <reference path="./kontor.d.ts" />',
    `declare const Context: ScriptContext<${nameOf(process)}_process>`,
    `declare const Namespace: Workspaces['${workspace}']`,
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

/** Types for the scripts of a solution, by file: one in common, and one for each process. */
export function scriptTypes(definitions: readonly LoadedDefinition[]): Map<string, string> {
  const of = <K extends 'app' | 'process'>(kind: K) =>
    definitions.filter((each) => each.kind === kind) as LoadedDefinition<K>[]
  const [apps, processes] = [of('app'), of('process')]
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
    workspacesOf(apps, processes),
  ]
  const elsewhere = elsewhereIn(known.join('\n'), apps.map(nameOf))
  return new Map([
    ['kontor.d.ts', `${COMMON}\n${[...known, ...elsewhere].join('\n\n')}\n`],
    ...processes.map((each): [string, string] => [
      `${each.namespace}.${each.code}.d.ts`,
      placeOf(each, apps),
    ]),
  ])
}
