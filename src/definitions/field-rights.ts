import type { Field } from '../fields/field-type.ts'
import { subjectKey } from '../lib/codes.ts'
import { suggest } from '../lib/did-you-mean.ts'
import type { Body } from './kinds.ts'
import type { Issue } from './source.ts'

type App = Body<'app'>
type Rights = App['fieldRights'][string]

const EVERYBODY = 'group:global/all_users'

/** Field rights that would have no effect, or that refer to unknown fields. */
export const checkFieldRights = (app: App): Issue[] => [
  ...Object.keys(app.fieldRights)
    .filter((code) => !(code in app.fields))
    .map((code) => ({
      path: ['fieldRights'],
      onKey: code,
      message: `unknown field "${code}"${suggest(code, Object.keys(app.fields))}`,
    })),
  ...Object.entries(app.fieldRights).flatMap(([code, rights]) => checkSubjects(code, rights)),
  ...Object.keys(app.fieldRights)
    .filter((code) => holdsFiles(app.fields[code]) && !isShownToAll(app, code))
    .map((code) => ({
      path: ['fieldRights'],
      onKey: code,
      message: `the files of "${code}" are open to whoever reads the item, so ${GIVE_READ}`,
    })),
  ...checkShownFields(app, variablesIn(app.nameTemplate ?? '')).map((message) => ({
    path: ['nameTemplate'],
    message,
  })),
  ...app.transitions.flatMap(({ requires }, at) =>
    checkShownFields(app, requires).map((message) => ({
      path: ['transitions', at, 'requires'],
      message,
    })),
  ),
]

const GIVE_READ = 'give "read" on it to group:all_users'

/** Rights of `role:author` cannot apply: a list shows the same fields of every item. */
const checkSubjects = (code: string, rights: Rights): Issue[] =>
  Object.keys(rights)
    .filter((subject) => subject.startsWith('role:'))
    .map((subject) => ({
      path: ['fieldRights', code],
      onKey: subject,
      message: `rights on fields are the same for all items, so they are not for ${subject}`,
    }))

/** Fields in names, numbers and `requires` are visible to everybody who sees the item. */
export const checkShownFields = (app: App, paths: readonly string[]): string[] =>
  [...new Set(paths.map((path) => path.split('.')[0] ?? ''))]
    .filter((code) => code in app.fieldRights && !isShownToAll(app, code))
    .map((code) => `"${code}" is hidden from some, who would hear of it here: ${GIVE_READ}`)

const variablesIn = (template: string): string[] =>
  Array.from(template.matchAll(/\{\$([^}]*)\}/g), ([, path = '']) => path)

const isShownToAll = ({ fieldRights }: App, code: string): boolean =>
  Object.keys(fieldRights[code] ?? {}).some((subject) => subjectKey(subject) === EVERYBODY)

type Defined = { type: Field['type']; columns?: unknown } | undefined

function holdsFiles(field: Defined): boolean {
  if (field?.type === 'FILE' || field?.type === 'IMAGE') return true
  return Object.values((field?.columns ?? {}) as Record<string, Defined>).some(holdsFiles)
}
