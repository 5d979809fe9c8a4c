import { type Body, kindOf } from '../../definitions/kinds.ts'
import type { LoadedDefinition } from '../../definitions/load.ts'
import { SUPERIOR } from '../../definitions/sla.ts'
import type { Location, Problem } from '../../definitions/source.ts'
import { pathOf } from '../../lib/app-path.ts'
import { PROCESS, subjectKey } from '../../lib/codes.ts'
import { invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import {
  keyOf,
  listPresentGrants,
  moveGrants,
  replaceDefinedGrants,
  type WantedGrant,
} from '../access/defined-grants.ts'
import type { Grant } from '../access/operations.ts'

/** Finds the ids of subjects as definitions name them, in the form that `subjectKey` gives. */
export type FindSubjects = (
  ctx: Context,
  solution: string,
  keys: string[],
) => Promise<ReadonlyMap<string, string>>

type Rights = { solution: string; definitions: readonly LoadedDefinition[] }

/**
 * Rights, transitions and locks whose subject neither exists nor is created by the solution.
 * Groups are definitions: missing ones are reported with the other references.
 */
export async function checkRights(
  ctx: Context,
  { solution, definitions }: Rights,
  find: FindSubjects,
): Promise<Problem[]> {
  const own = new Set(definitions.flatMap(subjectsMadeBy))
  const foreign = definitions
    .flatMap(subjectsNamedIn)
    .filter(({ subject }) => !isRole(subject) && !subject.startsWith('group:'))
    .filter(({ subject }) => !own.has(subjectKey(subject)))
  if (foreign.length === 0) return []
  const known = await find(ctx, solution, [
    ...new Set(foreign.map((each) => subjectKey(each.subject))),
  ])
  return foreign
    .filter(({ subject }) => !known.has(subjectKey(subject)))
    .map(({ file, location, subject }) => ({
      file,
      ...location,
      message: `there is no ${subject}`,
    }))
}

type Naming = { subject: string; file: string; location: Location }

function subjectsNamedIn({ kind, file, source, body }: LoadedDefinition): Naming[] {
  const named = kindOf(kind).subjects?.(body) ?? []
  return named
    .filter(({ subject }) => subject !== PROCESS && subject !== SUPERIOR)
    .map(({ subject, path, isKey }) => ({
      ...{ subject, file },
      location: isKey ? source.keyLocation(path.slice(0, -1), subject) : source.location(path),
    }))
}

type Named = Pick<LoadedDefinition, 'kind' | 'namespace' | 'code'>
type Defined = Named & { body: unknown }

/** The previous definitions. */
type Before = { before?: readonly Defined[] | undefined }

/** Makes the grants of a solution those of its definitions; with `before`, only where the definitions changed. */
export async function applyRights(
  ctx: Context,
  { solution, definitions, before }: Rights & Before,
  find: FindSubjects,
): Promise<void> {
  const wanted = await toFound(ctx, { solution, definitions }, find)
  const missing = wanted.find(({ id }) => id === undefined)
  if (missing) {
    const { kind, object, subject } = missing.grant
    throw invalid(`rights of ${kind} ${object}: there is no ${subject}`)
  }
  const grants = wanted.flatMap(toGrant)
  if (!before) return replaceDefinedGrants(ctx, solution, grants)
  const old = keysOf((await toFound(ctx, { solution, definitions: before }, find)).flatMap(toGrant))
  const now = keysOf(grants)
  const added = grants.filter((grant) => !old.has(keyOf(grant)))
  const isGone = (grant: WantedGrant) => old.has(keyOf(grant)) && !now.has(keyOf(grant))
  return replaceDefinedGrants(ctx, solution, added, isGone)
}

/** Rights on renamed fields stay, also if some were revoked by hand. */
export async function renameRights(ctx: Context, renamed: readonly RenamedField[]): Promise<void> {
  for (const { app, from, to } of renamed) {
    await moveGrants(ctx, { kind: 'field', from: `${app}/${from}`, to: `${app}/${to}` })
  }
}

export type RenamedField = { app: string; from: string; to: string }

/** A definition that gives the same rights, on fields by their new codes. */
export function withNewCodes<D extends Defined>(
  definition: D,
  renamed: readonly RenamedField[],
): D {
  const { kind, body } = definition
  const own = renamed.filter(({ app }) => kind === 'app' && app === objectOf(definition))
  if (own.length === 0) return definition
  const codes = new Map(own.map(({ from, to }) => [from, to]))
  const fieldRights = Object.fromEntries(
    Object.entries((body as Body<'app'>).fieldRights).map(([code, rights]) => [
      codes.get(code) ?? code,
      rights,
    ]),
  )
  return { ...definition, body: { ...(body as object), fieldRights } }
}

/** Grants of the definitions that were revoked by hand: they are restored. */
export async function planRights(
  ctx: Context,
  { solution, definitions, before = [] }: Rights & Before,
  find: FindSubjects,
): Promise<string[]> {
  const wanted = await toFound(ctx, { solution, definitions }, find)
  const given = keysOf(
    (await toFound(ctx, { solution, definitions: before }, find)).flatMap(toGrant),
  )
  const there = keysOf(
    await listPresentGrants(
      ctx,
      wanted.map(({ grant }) => grant),
    ),
  )
  return wanted.flatMap((each) =>
    toGrant(each)
      .filter((grant) => given.has(keyOf(grant)) && !there.has(keyOf(grant)))
      .map(
        ({ right, kind, object }) =>
          `give back "${right}" on ${kind} ${object} to ${each.grant.subject}`,
      ),
  )
}

/** Grants given by hand on objects of a solution; applying does not change them. */
export async function listByHand(ctx: Context, definitions: readonly Defined[]): Promise<Grant[]> {
  const objects = definitions.flatMap(rightsIn).map(({ kind, object }) => ({ kind, object }))
  const present = await listPresentGrants(ctx, objects)
  return present.filter(({ isByHand }) => isByHand).map(({ isByHand: _, ...grant }) => grant)
}

type ResolvedGrant = { grant: ReturnType<typeof toGrants>[number]; id: string | undefined }

async function toFound(
  ctx: Context,
  { solution, definitions }: { solution: string; definitions: readonly Defined[] },
  find: FindSubjects,
): Promise<ResolvedGrant[]> {
  const grants = definitions.flatMap(toGrants)
  const keys = new Set(grants.map(({ subject }) => subject).filter((subject) => !isRole(subject)))
  const ids = keys.size > 0 ? await find(ctx, solution, [...keys]) : new Map<string, string>()
  return grants.map((grant) => ({
    grant,
    id: isRole(grant.subject) ? partsOf(grant.subject).code : ids.get(grant.subject),
  }))
}

const partsOf = (subject: string) => {
  const [kind = '', code = ''] = subject.split(/:(.*)/s)
  return { kind: kind as Grant['subjectKind'], code }
}

const toGrant = ({ grant, id }: ResolvedGrant): WantedGrant[] => {
  const { kind, object, right, subject } = grant
  return id === undefined
    ? []
    : [{ kind, object, right, subjectKind: partsOf(subject).kind, subject: id }]
}

const keysOf = (grants: readonly WantedGrant[]) => new Set(grants.map(keyOf))

const objectOf = ({ kind, namespace, code }: Named): string =>
  kind === 'workspace' ? code : pathOf({ namespace, code })

const isRole = (subject: string) => subject.startsWith('role:')

/** Rights on one object, and their location in the file. */
type Given = {
  kind: string
  object: string
  path: string[]
  rights: Record<string, readonly string[]>
}

/** Rights on a definition, and on the fields of an app. */
function rightsIn({ kind, namespace, code, body }: Defined): Given[] {
  const { rights = {}, fieldRights = {} } = body as Partial<Body<'app'>>
  const object = objectOf({ kind, namespace, code })
  return [
    { kind, object, path: ['rights'], rights },
    ...Object.entries(fieldRights).map(([field, of]) => ({
      kind: 'field',
      object: `${object}/${field}`,
      path: ['fieldRights', field],
      rights: of,
    })),
  ]
}

const toGrants = (definition: Defined) =>
  rightsIn(definition).flatMap(({ kind, object, rights }) =>
    Object.entries(rights).flatMap(([subject, codes]) =>
      codes.map((right) => ({ kind, object, right, subject: subjectKey(subject) })),
    ),
  )

/** The subjects that exist after the definition is applied, by `subjectKey`. */
export const subjectsMadeBy = (definition: LoadedDefinition): string[] =>
  kindOf(definition.kind).makes?.(definition.body, definition) ?? []
