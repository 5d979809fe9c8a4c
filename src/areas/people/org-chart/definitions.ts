import type { Department } from '../../../definitions/kinds/org-chart.ts'
import type { Body, Definition } from '../../../definitions/kinds.ts'
import { GLOBAL } from '../../../definitions/layout.ts'
import type { Path } from '../../../definitions/source.ts'
import { differences, isEmpty } from '../../../lib/changes.ts'
import { definitionId } from '../../../lib/codes.ts'
import type { Context } from '../../../platform/context.ts'
import type { PeopleDefinitions, Plan } from '../step.ts'
import { createUnit, deleteUnit, putOnPosition, takeOffPosition, updateUnit } from './service.ts'
import * as store from './store.ts'

/** One department or position of a definition, with its place in the tree. */
type DefinedUnit = {
  definition: Definition<'org-chart'>
  path: Path
  kind: 'department' | 'position'
  code: string
  columns: { name: string; parent_id: string | null; is_head: boolean; sort: number }
  logins: string[]
}

export async function planOrgChart(
  ctx: Context,
  { solution, orgCharts }: PeopleDefinitions,
  plan: Plan,
): Promise<void> {
  const wanted = orgCharts.flatMap((definition) =>
    flatten(definition, definition.body.departments, { path: [], parent: null }),
  )
  const rows = await store.listUnits(ctx.db, { deleted: true })
  const holders = Map.groupBy(await store.listHolders(ctx.db), (each) => each.position_id)
  const byKey = new Map(rows.map((row) => [keyOf(row), row]))
  for (const each of wanted) {
    const row = byKey.get(keyOf(each))
    planUnit(plan, solution, each, row)
    planHolders(plan, solution, each, holders.get(idOf(each)) ?? [])
  }
  const keys = new Set(wanted.map(keyOf))
  const isGone = (row: store.UnitRow) => row.solution === solution && !row.deleted_at
  for (const row of rows.filter((each) => isGone(each) && !keys.has(keyOf(each)))) {
    plan.step(`delete ${row.kind} ${row.code}`, (run) => deleteUnit(run, row))
  }
}

const keyOf = ({ kind, code }: { kind: string; code: string }) => `${kind}:${code}`

const idOf = ({ kind, code }: { kind: string; code: string }) => definitionId(kind, GLOBAL, code)

/** Parents come before their children. */
function flatten(
  definition: Definition<'org-chart'>,
  departments: Department[],
  { path, parent }: { path: Path; parent: string | null },
): DefinedUnit[] {
  return departments.flatMap((department, at) => {
    const { code, name } = department
    const own = [...path, 'departments', at]
    const id = idOf({ kind: 'department', code })
    const columns = { name, parent_id: parent, is_head: false, sort: at }
    const positions = department.positions.map((position, index) => ({
      definition,
      path: [...own, 'positions', index],
      kind: 'position' as const,
      code: position.code,
      columns: { name: position.name, parent_id: id, is_head: position.isHead, sort: index },
      logins: position.users,
    }))
    return [
      { definition, path: own, kind: 'department' as const, code, columns, logins: [] },
      ...positions,
      ...flatten(definition, department.departments, { path: own, parent: id }),
    ]
  })
}

function planUnit(plan: Plan, solution: string, wanted: DefinedUnit, row?: store.UnitRow): void {
  const { definition, path, kind, code, columns } = wanted
  plan.names.set(keyOf(wanted), idOf(wanted))
  if (!row) {
    const unit = { id: idOf(wanted), kind, code, solution, ...columns }
    plan.step(`create ${kind} ${code}`, (ctx) => createUnit(ctx, unit))
    return
  }
  if (row.solution !== solution && !row.deleted_at) {
    plan.problem(
      definition,
      path,
      `the ${kind} "${code}" belongs to the solution "${row.solution}"`,
    )
    return
  }
  const changed = differences(row, { ...columns, solution, deleted_at: null })
  if (isEmpty(changed)) return
  plan.change(`${kind} ${code}`, changed, (ctx) => updateUnit(ctx, row, changed))
}

/** People put on a position by hand stay there. */
function planHolders(
  plan: Plan,
  solution: string,
  wanted: DefinedUnit,
  holders: store.Holder[],
): void {
  const { definition, path, code } = wanted
  const id = idOf(wanted)
  const users = new Map<string, string>()
  wanted.logins.forEach((login, at) => {
    const user = plan.names.get(`user:${login.toLowerCase()}`)
    if (user) users.set(user, login)
    else plan.problem(definition, [...path, 'users', at], plan.unknown(`user:${login}`))
  })
  for (const [user, login] of users) {
    if (holders.some((each) => each.user_id === user)) continue
    plan.step(`put ${login} on position ${code}`, (ctx) => putOnPosition(ctx, id, user, solution))
  }
  for (const each of holders) {
    if (each.solution !== solution || users.has(each.user_id)) continue
    plan.step(`take ${each.login} off position ${code}`, (ctx) =>
      takeOffPosition(ctx, id, each.user_id),
    )
  }
}

/** The departments and positions of a solution, in the form of its file. */
export async function describeOrgChart(
  ctx: Context,
  solution: string,
): Promise<Body<'org-chart'> | undefined> {
  const own = (each: { solution: string | null }) => each.solution === solution
  const units = (await store.listUnits(ctx.db)).filter(own)
  const holders = (await store.listHolders(ctx.db)).filter(own)
  const inside = (id: string | null, kind: string) =>
    units.filter((unit) => unit.parent_id === id && unit.kind === kind)
  const departments = (parent: string | null): Department[] =>
    inside(parent, 'department').map(({ id, code, name }) => ({
      code,
      name,
      positions: inside(id, 'position').map((position) => ({
        code: position.code,
        name: position.name,
        isHead: position.is_head,
        users: holders.filter((each) => each.position_id === position.id).map((each) => each.login),
      })),
      departments: departments(id),
    }))
  return units.length === 0 ? undefined : { departments: departments(null) }
}
