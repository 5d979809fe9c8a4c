import { dirname, join } from 'node:path/posix'
import type { Kind } from '../../definitions/kinds.ts'
import { type LoadedDefinition, loadSolution } from '../../definitions/load.ts'
import { referencesOf } from '../../definitions/references.ts'
import { wholeSnapshot } from '../../definitions/snapshot.ts'
import { nodesOf } from '../../engine/model.ts'
import { parsePath, pathOf } from '../../lib/app-path.ts'
import { forbidden } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { type Content, stateOf, toSources } from './files.ts'
import { fileRules, requireChange } from './policy.ts'

/**
 * Processes act with the rights of the system, so a process that somebody without the rights of an
 * administrator publishes may use only what they manage.
 */
export async function requireReach(
  ctx: Context,
  solution: string,
  content: Content,
): Promise<void> {
  if (ctx.user.isAdministrator) return
  const rules = await fileRules(ctx, solution)
  const paths = new Set([...content.base.keys(), ...content.files.keys()])
  const isChanged = (path: string) => paths.has(path) && stateOf(content, path) !== 'same'
  for (const path of [...paths].filter(isChanged)) requireChange(rules, path)
  const { definitions } = loadSolution(toSources(content.files)).readable
  const own = new Set(definitions.map((each) => `${each.kind}:${pathOf(each)}`))
  const known = [...(await wholeSnapshot(ctx)).live('process'), ...definitions.filter(isProcess)]
  const processes = known.map(pathOf)
  for (const process of definitions.filter(isProcess)) {
    if (![process.file, diagramOf(process)].some(isChanged)) continue
    for (const { kind, path } of await usedBy(ctx, process, processes)) {
      if (!own.has(`${kind}:${path}`)) await requireManaged(ctx, process, path)
    }
  }
}

const isProcess = (each: LoadedDefinition): each is LoadedDefinition<'process'> =>
  each.kind === 'process'

const diagramOf = ({ file, code, body }: LoadedDefinition<'process'>): string =>
  join(dirname(file), body.bpmn ?? `${code}.bpmn`)

type Used = { kind: Kind; path: string }

/** The apps of its variables, and the processes that it calls. Whom it gives rights is its own matter. */
async function usedBy(
  ctx: Context,
  process: LoadedDefinition<'process'>,
  processes: string[],
): Promise<Used[]> {
  const named = referencesOf(process)
    .filter(({ kind }) => kind !== 'group')
    .map((each) => ({ kind: each.kind, path: pathOf(each) }))
  const xml = process.attachments.bpmn?.toString('utf8')
  if (xml === undefined) return named
  const variables = Object.fromEntries(
    Object.entries(process.body.variables).map(([name, { type }]) => [name, type]),
  )
  // A diagram that does not compile is refused when it is applied.
  const { model } = await ctx.diagrams.compile({ xml, variables, processes })
  const called = model ? nodesOf(model).flatMap((node) => node.called ?? []) : []
  return [...named, ...called.map((path) => ({ kind: 'process' as const, path }))]
}

async function requireManaged(
  ctx: Context,
  { file }: LoadedDefinition,
  path: string,
): Promise<void> {
  const [workspace = ''] = parsePath(path).namespace.split('.')
  const resource = { kind: 'workspace', id: workspace }
  if (await ctx.access.can(ctx.db, ctx.user, 'manage', resource)) return
  throw forbidden(
    `${file} uses ${path}: the right "manage" on the workspace ${workspace} is required`,
  )
}
