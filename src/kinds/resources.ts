import type { Resource, ResourceKind } from '../platform/access.ts'

export const RIGHTS = ['read', 'create', 'update', 'delete', 'import', 'export', 'manage'] as const

/** The path without its last part. */
export const above = (path: string): string => path.split('/').slice(0, -1).join('/')

/** `crm/code` belongs to a workspace, `crm.deals/code` to an app. */
const homeOf = (path: string): Resource => {
  const home = above(path).replace('.', '/')
  return { kind: home.includes('/') ? 'app' : 'workspace', id: home }
}

/** Definitions of a workspace or app inherit the rights granted there. */
export const definedResource = (kind: string): ResourceKind => ({
  kind,
  rights: RIGHTS,
  parent: homeOf,
})
