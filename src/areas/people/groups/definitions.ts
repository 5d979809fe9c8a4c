import type { Body, Definition } from '../../../definitions/kinds.ts'
import { pathOf } from '../../../lib/app-path.ts'
import { differences, isEmpty } from '../../../lib/changes.ts'
import { definitionId, subjectKey } from '../../../lib/codes.ts'
import { ADMINISTRATORS } from '../../../lib/ids.ts'
import type { Context } from '../../../platform/context.ts'
import type { PeopleDefinitions, Plan } from '../step.ts'
import { addMembers, removeMembers } from './members.ts'
import { pathsUp } from './paths.ts'
import { createGroup, deleteGroup, saveChanges } from './service.ts'
import * as store from './store/definitions.ts'
import type { GroupRow } from './store/groups.ts'
import type { Edge } from './store/membership.ts'

type GroupDefinition = Definition<'group'>

export async function planGroups(
  ctx: Context,
  people: PeopleDefinitions,
  plan: Plan,
): Promise<void> {
  const { solution, groups } = people
  for (const each of groups) plan.names.set(`group:${nameOf(each)}`, idOf(each))
  const rows = await store.listDefined(ctx.db, solution, {
    names: groups.map(nameOf),
    ids: groups.map(idOf),
  })
  const byName = new Map(rows.map((row) => [nameOf(row), row]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const each of groups) planGroup(plan, each, byName.get(nameOf(each)) ?? byId.get(idOf(each)))
  const members = await store.listMembers(ctx.db, solution, groups.map(idOf))
  planAllMembers(plan, people, members)
  const names = new Set(groups.map(nameOf))
  const isGone = (row: GroupRow) => row.solution === solution && !row.deleted_at
  for (const row of rows.filter((each) => isGone(each) && !names.has(nameOf(each)))) {
    plan.step(`delete group ${nameOf(row)}`, (run) => deleteGroup(run, row.id, { solution }))
  }
  refuseCycles(plan, groups, await store.listGroupEdges(ctx.db, solution))
}

function planAllMembers(
  plan: Plan,
  { solution, groups }: PeopleDefinitions,
  members: store.DefinedMember[],
): void {
  const inside = Map.groupBy(members, ({ unit }) => unit)
  for (const definition of groups) {
    const id = idOf(definition)
    const target = { id, name: nameOf(definition), solution }
    planMembers(plan, target, toWanted(plan, definition), inside.get(id) ?? [])
  }
  const administrators = { id: ADMINISTRATORS, name: 'global/administrators', solution }
  planMembers(plan, administrators, plan.administrators, inside.get(ADMINISTRATORS) ?? [])
}

const nameOf = ({ namespace, code }: { namespace: string; code: string }) =>
  pathOf({ namespace, code })

const idOf = ({ namespace, code }: { namespace: string; code: string }): string =>
  definitionId('group', namespace, code)

function planGroup(plan: Plan, definition: GroupDefinition, row?: GroupRow): void {
  const { namespace, code, solution, body } = definition
  const id = idOf(definition)
  if (!row) {
    const group = { ...body, id, code, solution }
    plan.step(`create group ${nameOf(definition)}`, async (ctx) => {
      await createGroup(ctx, namespace, group)
    })
    return
  }
  const refusal = refuse(row, solution)
  if (refusal) {
    plan.problem(definition, [], refusal)
    return
  }
  const changed = differences(row, { ...toColumns(body), code, solution, deleted_at: null })
  if (isEmpty(changed)) return
  plan.change(`group ${nameOf(row)}`, changed, (ctx) => saveChanges(ctx, row, changed))
}

function refuse({ is_system, ...row }: GroupRow, solution: string): string | undefined {
  if (is_system) return `"${nameOf(row)}" is a group of the system itself`
  if (row.solution === solution || row.deleted_at) return undefined
  // It was transferred from another system before its definition was applied.
  if (row.solution === null && row.id === row.code) return undefined
  const owner =
    row.solution === null ? 'was made by hand' : `belongs to the solution "${row.solution}"`
  return `the group "${nameOf(row)}" ${owner}`
}

const toColumns = (body: Body<'group'>) => ({
  name: body.name,
  description: body.description,
  is_role: body.isRole,
  is_default: body.isDefault,
})

/** The ids of the members of a definition, with the names it uses for them. */
function toWanted(plan: Plan, definition: GroupDefinition): Map<string, string> {
  const wanted = new Map<string, string>()
  for (const [at, subject] of definition.body.members.entries()) {
    const id = plan.names.get(subjectKey(subject))
    if (id) wanted.set(id, subject)
    else plan.problem(definition, ['members', at], noMember(plan, subject))
  }
  return wanted
}

const noMember = (plan: Plan, subject: string): string =>
  subject.startsWith('role:')
    ? `"${subject}" is nobody in particular and cannot be in a group`
    : plan.unknown(subjectKey(subject))

type Target = { id: string; name: string; solution: string }

/** Members that were added by hand stay. */
function planMembers(
  plan: Plan,
  { id, name, solution }: Target,
  wanted: ReadonlyMap<string, string>,
  there: store.DefinedMember[],
): void {
  const gone = there.filter((each) => each.solution === solution && !wanted.has(each.member))
  if (gone.length > 0) {
    const words = gone.map(({ subject }) => subject).join(', ')
    plan.step(`take ${words} out of group ${name}`, async (ctx) => {
      await removeMembers(
        ctx,
        id,
        gone.map(({ member }) => member),
      )
    })
  }
  const fresh = [...wanted].filter(([member]) => !there.some((each) => each.member === member))
  if (fresh.length === 0) return
  const words = fresh.map(([, subject]) => subject).join(', ')
  plan.step(`add ${words} to group ${name}`, async (ctx) => {
    await addMembers(
      ctx,
      id,
      fresh.map(([member]) => member),
      solution,
    )
  })
}

/** `others` are the memberships that this solution does not define. */
function refuseCycles(plan: Plan, groups: GroupDefinition[], others: Edge[]): void {
  const wanted = groups.flatMap((definition) =>
    definition.body.members.flatMap((subject, at) => {
      const member = plan.names.get(subjectKey(subject))
      if (!member || !subject.startsWith('group:')) return []
      return [{ definition, path: ['members', at], subject, member, unit: idOf(definition) }]
    }),
  )
  const edges = [...others, ...wanted]
  for (const { definition, path, subject, member, unit } of wanted) {
    if (member !== unit && pathsUp(edges, unit, member).length === 0) continue
    const message = `a group cannot contain itself: ${subject} contains ${nameOf(definition)}`
    plan.problem(definition, path, message)
  }
}

/** The groups and members of a solution, in the form of its files. */
export async function describeGroups(
  ctx: Context,
  solution: string,
): Promise<{ namespace: string; code: string; body: Body<'group'> }[]> {
  const rows = (await store.listDefined(ctx.db, solution, { names: [], ids: [] })).filter(
    (row) => !row.deleted_at,
  )
  const members = (await store.listMembers(ctx.db, solution, [])).filter(
    (each) => each.solution === solution,
  )
  return rows.map(({ id, namespace, code, name, description, is_role, is_default }) => ({
    namespace,
    code,
    body: {
      name,
      description,
      isRole: is_role,
      isDefault: is_default,
      members: members.filter(({ unit }) => unit === id).map(({ subject }) => shorten(subject)),
    },
  }))
}

/** The administrators created by a solution. */
export async function listDefinedAdministrators(
  ctx: Context,
  solution: string,
): Promise<Set<string>> {
  const members = await store.listMembers(ctx.db, solution, [])
  const own = members.filter((each) => each.solution === solution && each.unit === ADMINISTRATORS)
  return new Set(own.map(({ member }) => member))
}

const shorten = (subject: string) => subject.replace(/^group:global\//, 'group:')
