import type { Body, Department } from '../../definitions/kinds.ts'
import type { LoadedDefinition } from '../../definitions/load.ts'
import { SUPERIOR } from '../../definitions/sla.ts'
import type { Location, Path, Problem } from '../../definitions/source.ts'
import { pathOf } from '../../lib/app-path.ts'
import { PROCESS, subjectKey } from '../../lib/codes.ts'
import { invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { replaceDefinedGrants } from '../access/defined-grants.ts'
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

function subjectsNamedIn(definition: LoadedDefinition): Naming[] {
  const { file, source, body } = definition
  const inList = (subjects: readonly string[] = [], path: Path): Naming[] =>
    subjects
      .map((subject, at) => ({ subject, file, location: source.location([...path, at]) }))
      .filter(({ subject }) => subject !== PROCESS)
  const { transitions = [], locks = [], registration } = body as Partial<Body<'app'>>
  const { sla = {} } = body as Partial<Body<'process'>>
  return [
    ...rightsIn(definition).flatMap(({ path, rights }) =>
      Object.keys(rights).map((subject) => ({
        subject,
        file,
        location: source.keyLocation(path, subject),
      })),
    ),
    ...inList(registration?.by, ['registration', 'by']),
    ...inList((body as Partial<Body<'calendar'>>).for, ['for']),
    ...formUser(definition),
    ...Object.entries(sla).flatMap(([code, { escalate }]) =>
      escalate
        .map(({ to: subject }, at) => ({
          subject,
          file,
          location: source.location(['sla', code, 'escalate', at, 'to']),
        }))
        .filter(({ subject }) => subject !== SUPERIOR),
    ),
    ...transitions.flatMap(({ by }, at) => inList(by, ['transitions', at, 'by'])),
    ...locks.flatMap(({ except }, at) => inList(except, ['locks', at, 'except'])),
  ]
}

function formUser({ kind, file, source, body }: LoadedDefinition): Naming[] {
  if (kind !== 'public-form') return []
  const { as: subject } = body as Body<'public-form'>
  return [{ subject, file, location: source.location(['as']) }]
}

type Named = Pick<LoadedDefinition, 'kind' | 'namespace' | 'code'>

/** Replaces the rights granted by a solution, or by some of its definitions `only`. */
export async function applyRights(
  ctx: Context,
  { solution, definitions, only }: Rights & { only?: readonly Named[] | undefined },
  find: FindSubjects,
): Promise<void> {
  const isMeant = only ? isOnOneOf(only) : () => true
  const wanted = definitions.flatMap((definition) => toGrants(definition)).filter(isMeant)
  const keys = new Set(wanted.map(({ subject }) => subject).filter((subject) => !isRole(subject)))
  const ids = keys.size > 0 ? await find(ctx, solution, [...keys]) : new Map<string, string>()
  await replaceDefinedGrants(
    ctx,
    solution,
    wanted.map((grant) => {
      const [kind = '', code = ''] = grant.subject.split(/:(.*)/s)
      const subject = isRole(grant.subject) ? code : ids.get(grant.subject)
      if (!subject)
        throw invalid(`rights of ${grant.kind} ${grant.object}: there is no ${grant.subject}`)
      return { ...grant, subjectKind: kind as Grant['subjectKind'], subject }
    }),
    isMeant,
  )
}

const objectOf = ({ kind, namespace, code }: Named): string =>
  kind === 'workspace' ? code : pathOf({ namespace, code })

/** Rights on fields belong to their app. */
function isOnOneOf(definitions: readonly Named[]) {
  const objects = new Set(definitions.map((each) => `${each.kind}:${objectOf(each)}`))
  return ({ kind, object }: { kind: string; object: string }): boolean =>
    objects.has(
      kind === 'field' ? `app:${object.slice(0, object.lastIndexOf('/'))}` : `${kind}:${object}`,
    )
}

const isRole = (subject: string) => subject.startsWith('role:')

/** Rights on one object, and their location in the file. */
type Given = {
  kind: string
  object: string
  path: string[]
  rights: Record<string, readonly string[]>
}

/** Rights on what is defined, and on the fields of an app. */
function rightsIn({ kind, namespace, code, body }: LoadedDefinition): Given[] {
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

const toGrants = (definition: LoadedDefinition) =>
  rightsIn(definition).flatMap(({ kind, object, rights }) =>
    Object.entries(rights).flatMap(([subject, codes]) =>
      codes.map((right) => ({ kind, object, right, subject: subjectKey(subject) })),
    ),
  )

/** The subjects that exist after the definition is applied, by `subjectKey`. */
export function subjectsMadeBy({ kind, namespace, code, body }: LoadedDefinition): string[] {
  if (kind === 'group') return [`group:${namespace}/${code}`]
  if (kind === 'users') {
    return Object.keys((body as Body<'users'>).users).map((login) => subjectKey(`user:${login}`))
  }
  return kind === 'org-chart' ? unitsIn((body as Body<'org-chart'>).departments) : []
}

const unitsIn = (departments: Department[]): string[] =>
  departments.flatMap((department) => [
    `department:${department.code}`,
    ...department.positions.map(({ code }) => `position:${code}`),
    ...unitsIn(department.departments),
  ])
