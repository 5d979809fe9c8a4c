import { moduleNamespace } from '../../definitions/layout.ts'
import { type Claim, ownCodes } from './own-codes.ts'
import type { Component, Package } from './package/package.ts'
import { toCode, toFree, toName } from './text.ts'

/** Where definitions of a namespace go: a folder, and what they are called by. */
export type Target = { folder: string; namespace: string; isMoved: boolean }

export type Targets = {
  /** The path of an app here; undefined = it is neither in the package nor built in. */
  appPath: (namespace: string, code: string) => string | undefined
  /** The target of processes and documents. */
  of: (namespace: string) => Target
  /** The workspace here of a namespace that has one. */
  workspaceOf: (namespace: string) => string | undefined
  /** The module here of a namespace `ext_…`. */
  moduleOf: (namespace: string) => string | undefined
  modules: ReadonlyMap<string, string>
  /** Those that something lives in, with the namespace each of them was. */
  used: Map<string, string>
}

/** Apps that every system has. */
export const BUILT_IN = [
  '_clients/_companies',
  '_clients/_contacts',
  '_clients/_deals',
  '_clients/_leads',
  '_system_catalogs/_my_companies',
  '_system_catalogs/_user_profiles',
]

/** Where what belonged to the whole company, or to a built-in workspace, lives here. */
export const COMPANY_WIDE = 'company_wide'

const RESERVED = ['system', 'global', 'list', COMPANY_WIDE]

export function targetsOf(
  { components }: Package,
  apps: readonly string[],
  codes: Record<string, string>,
): Targets {
  const workspaces = toWorkspaces(components)
  const modules = toModules(components)
  const used = new Map<string, string>()
  const appCodes = ownCodes(
    apps.flatMap((path) => toClaim(path, workspaces)),
    codes,
  )
  const workspaceOf = (namespace: string) => {
    const code = workspaces.get(namespace)
    if (code !== undefined) used.set(code, namespace)
    return code
  }
  const appPath = (namespace: string, code: string) => {
    const path = `${namespace}/${code}`
    if (BUILT_IN.includes(path)) return path
    const own = appCodes.get(`app:${path}`)
    return own === undefined ? undefined : `${workspaceOf(namespace)}/${own}`
  }
  const of = (namespace: string): Target => {
    const module = modules.get(namespace)
    if (module !== undefined) {
      return { folder: `modules/${module}`, namespace: moduleNamespace(module), isMoved: false }
    }
    const [first = '', app] = namespace.split('.')
    const path = app === undefined ? undefined : appPath(first, app)
    if (path !== undefined && !BUILT_IN.includes(path)) {
      const [workspace = '', code = ''] = path.split('/')
      const folder = `workspaces/${workspace}/apps/${code}`
      return { folder, namespace: `${workspace}.${code}`, isMoved: false }
    }
    const workspace = workspaceOf(first)
    if (workspace !== undefined) {
      return { folder: `workspaces/${workspace}`, namespace: workspace, isMoved: app !== undefined }
    }
    used.set(COMPANY_WIDE, '')
    return { folder: `workspaces/${COMPANY_WIDE}`, namespace: COMPANY_WIDE, isMoved: true }
  }
  const moduleOf = (namespace: string) => modules.get(namespace)
  return { appPath, of, workspaceOf, moduleOf, modules, used }
}

/** Only an app that has a workspace becomes a file. */
function toClaim(path: string, workspaces: ReadonlyMap<string, string>): Claim[] {
  const [namespace = '', vendorCode = ''] = path.split('/')
  const folder = workspaces.get(namespace)
  if (folder === undefined || BUILT_IN.includes(path)) return []
  const code = appCode(vendorCode)
  return [{ key: `app:${path}`, folder, code, isExact: code === vendorCode }]
}

/** Codes of apps that start with "_" are built in. */
const appCode = (code: string): string => {
  const own = toCode(code)
  return own.startsWith('_') || RESERVED.includes(own)
    ? `app${own.startsWith('_') ? '' : '_'}${own}`
    : own
}

const isWorkspace = (namespace: string): boolean =>
  !['', 'global', 'system'].includes(namespace) && !/^(_|ext_)/.test(namespace)

/** Whatever has an app, a process or a page of its own is a workspace. */
function toWorkspaces(components: readonly Component[]): Map<string, string> {
  const found = components.flatMap(({ kind, namespace, code }) => {
    const [first = ''] = namespace.split('.')
    return kind === 'page' && namespace === 'global' ? [code] : [first]
  })
  const taken = new Set(RESERVED)
  return new Map(
    [...new Set(found.filter(isWorkspace))].sort().map((namespace) => {
      const code = toFree(toCode(namespace), (each) => taken.has(each))
      taken.add(code)
      return [namespace, code]
    }),
  )
}

/** A module has the code of its extension, else one made of its name. */
function toModules(components: readonly Component[]): Map<string, string> {
  const namespaces = components.flatMap(({ namespace, path }) => [
    ...(namespace.startsWith('ext_') ? [namespace] : []),
    ...(/^entities\/ca\/(ext_[^/]+)\//.exec(path)?.slice(1) ?? []),
    ...(/(?:^|\/)(ext_[0-9a-f-]+)\.json$/i.exec(path)?.slice(1) ?? []),
  ])
  const taken = new Set<string>()
  return new Map(
    [...new Set(namespaces)].sort().map((namespace) => {
      const code = toFree(toCode(moduleName(components, namespace)), (each) => taken.has(each))
      taken.add(code)
      return [namespace, code]
    }),
  )
}

/** The file of an extension is named by its namespace. */
export function moduleName(components: readonly Component[], namespace: string): string {
  const own = components.find(
    ({ kind, path }) => kind === 'extension' && path.endsWith(`${namespace}.json`),
  )
  const said = (own?.body ?? {}) as { code?: unknown; name?: unknown; __name?: unknown }
  const names = [said.code, said.name, said.__name, own?.name]
  const name = names.find((each) => typeof each === 'string' && each !== '' && each !== namespace)
  return toName(String(name ?? ''), `module_${namespace.slice('ext_'.length, 12)}`)
}
