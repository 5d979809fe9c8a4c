import { identify } from '../../definitions/identify.ts'
import { kindOf } from '../../definitions/kinds.ts'
import { GLOBAL } from '../../definitions/layout.ts'
import { wholeSnapshot } from '../../definitions/snapshot.ts'
import { forbidden } from '../../lib/errors.ts'
import type { ResourceKind } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'

export const solutionResource: ResourceKind = {
  kind: 'solution',
  rights: ['manage'],
  parent: () => undefined,
}

/** What a user may design: everything, all workspaces of a solution, some workspaces, or nothing. */
type Reach = 'everything' | 'workspaces' | ReadonlySet<string> | undefined

/**
 * Administrators design everything. Others need `manage` on the solution, or on every workspace that
 * it has: a draft shows all of them.
 */
async function reachOf(ctx: Context, solution: string): Promise<Reach> {
  if (ctx.user.isAdministrator) return 'everything'
  const current = await wholeSnapshot(ctx)
  const found = current.find('solution', GLOBAL, solution)
  if (!found || found.deletedAt || solution.startsWith('_')) return undefined
  const can = (kind: string, id: string) => ctx.access.can(ctx.db, ctx.user, 'manage', { kind, id })
  if (await can('solution', solution)) return 'workspaces'
  const own = current.live('workspace').filter((each) => each.solution === solution)
  const managed = await Promise.all(own.map(({ code }) => can('workspace', code)))
  if (own.length === 0 || managed.includes(false)) return undefined
  return new Set(own.map(({ code }) => code))
}

export const mayDesign = async (ctx: Context, solution: string): Promise<boolean> =>
  (await reachOf(ctx, solution)) !== undefined

export async function requireDesign(ctx: Context, solution: string): Promise<void> {
  if (solution.startsWith('_')) {
    throw forbidden(`the solution "${solution}" belongs to the system`)
  }
  if (await mayDesign(ctx, solution)) return
  throw forbidden(
    `the right "manage" is required, on the solution ${solution} or on all of its workspaces`,
  )
}

/** Which files may be read and changed. */
export type FileRules = { sees(path: string): boolean; changes(path: string): boolean }

/**
 * People, groups, modules and the solution itself are left to administrators: they reach further. So are
 * processes, which act with the rights of the system on whatever their steps, messages and variables name,
 * public forms, which act for the user they name, and whatever lies in built-in workspaces, which are
 * everybody's.
 */
export async function fileRules(ctx: Context, solution: string): Promise<FileRules> {
  const reach = await reachOf(ctx, solution)
  if (reach === 'everything') return { sees: () => true, changes: () => true }
  const isOwn = (path: string) => {
    const [top, workspace = '', ...rest] = path.split('/')
    if (top !== 'workspaces' || rest.length === 0 || reach === undefined) return false
    return reach === 'workspaces' || reach.has(workspace)
  }
  return {
    sees: (path) => path === 'solution.yaml' || isOwn(path),
    changes: (path) => isOwn(path) && !isForAdministrators(path),
  }
}

function isForAdministrators(path: string): boolean {
  // Test cases belong to the definition they are stored beside.
  const kind = identify(path.replace(/\.cases\.yaml$/, '.yaml'))?.kind
  const isTheirs = kind && kindOf(kind).isForAdministrators
  return isTheirs || path.endsWith('.bpmn') || path.startsWith('workspaces/_')
}

export function requireChange(rules: FileRules, path: string): void {
  if (!rules.changes(path)) throw forbidden(`only administrators may change ${path}`)
}
