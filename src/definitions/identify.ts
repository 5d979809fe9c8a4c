import { type Kind, kindOf, kinds } from './kinds.ts'
import { GLOBAL, type Identity, moduleNamespace } from './layout.ts'

/** Every kind of definition. */
export const allKinds = Object.keys(kinds) as Kind[]

const rules = allKinds.flatMap((kind) =>
  kindOf(kind).files.map((path) => ({
    kind,
    pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}\\.yaml$`),
  })),
)

/** undefined = a file that defines nothing itself: a diagram, a document, demo data. */
export function identify(path: string): Identity | undefined {
  if (isCases(path)) return undefined
  for (const { kind, pattern } of rules) {
    const match = pattern.exec(path)
    if (!match) continue
    const { workspace, code = workspace ?? '', ...home } = match.groups ?? {}
    return {
      kind,
      namespace: namespaceOf({ workspace, ...home }),
      code: kindOf(kind).code ?? code,
    }
  }
  return undefined
}

function namespaceOf({ workspace, app, module }: Record<string, string | undefined>): string {
  if (module !== undefined) return moduleNamespace(module)
  if (workspace === undefined) return GLOBAL
  return app === undefined ? workspace : `${workspace}.${app}`
}

/** Its code is in its path, so that another path gives it another code. */
export const hasOwnCode = (kind: Kind): boolean => kindOf(kind).code === undefined

/** It is a part of an app, as are its fields. */
export const isOfApp = (kind: Kind): boolean =>
  kindOf(kind).files.every((path) => path.includes('{app}'))

/** Endings of files that belong to the definition of the same name, unless it names others. */
export const endingsOf = (kind: Kind): string[] =>
  Object.values(kindOf(kind).attachments ?? {}).flatMap(({ ending, isNamed }) =>
    ending === undefined || isNamed ? [] : [ending],
  )

const inFolders = allKinds
  .flatMap((kind) => kindOf(kind).files)
  .filter((path) => path.includes('/'))

/** What lies at the top of a solution. */
export const FOLDERS = [...new Set(inFolders.map((path) => path.split('/')[0] ?? '')), 'data']

/** Cases of decisions and processes stand beside them. */
const isCases = (path: string): boolean => path.endsWith('.cases.yaml')

/** Files that may accompany definitions. */
export const isAttachment = (path: string): boolean =>
  /\.(bpmn|dmn|ics|docx|xlsx|sql|md)$/i.test(path) || isCases(path) || path.startsWith('data/')
