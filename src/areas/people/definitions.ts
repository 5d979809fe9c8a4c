import type { Department } from '../../definitions/kinds/org-chart.ts'
import type { Body } from '../../definitions/kinds.ts'
import { invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { IDENTITY } from '../access/identity.ts'
import { describeGroups, listDefinedAdministrators, planGroups } from './groups/definitions.ts'
import { findNames, lockMemberships, requireAdministrator } from './groups/membership.ts'
import { describeOrgChart, planOrgChart } from './org-chart/definitions.ts'
import { type PeopleDefinitions, type PeopleProblem, Plan } from './step.ts'
import { describeUsers, planUsers } from './users/definitions.ts'

/** The changes that applying would make, as text, and the blockers. Changes nothing. */
export async function planPeople(
  ctx: Context,
  people: PeopleDefinitions,
): Promise<{ words: string[]; problems: PeopleProblem[] }> {
  const { steps, problems } = await draw(ctx, people)
  return { words: steps.map(({ words }) => words), problems }
}

/** Applies the people of a solution; idempotent. Returns what changed. */
export async function applyPeople(ctx: Context, people: PeopleDefinitions): Promise<string[]> {
  await lockMemberships(ctx)
  const { steps, problems } = await draw(ctx, people)
  if (problems.length > 0) throw invalid(problems.map(({ message }) => message).join('; '))
  for (const { run } of steps) await run(ctx)
  if (steps.length > 0) {
    await requireAdministrator(ctx)
    ctx.changed(IDENTITY)
  }
  return steps.map(({ words }) => words)
}

export type DescribedPeople = {
  users: Body<'users'> | undefined
  orgChart: Body<'org-chart'> | undefined
  groups: { namespace: string; code: string; body: Body<'group'> }[]
}

/** The reverse: definitions that would produce the current people of a solution. */
export async function describePeople(ctx: Context, solution: string): Promise<DescribedPeople> {
  const administrators = await listDefinedAdministrators(ctx, solution)
  return {
    users: await describeUsers(ctx, solution, administrators),
    orgChart: await describeOrgChart(ctx, solution),
    groups: await describeGroups(ctx, solution),
  }
}

async function draw(ctx: Context, people: PeopleDefinitions): Promise<Plan> {
  const plan = new Plan(await findNames(ctx, subjectsOf(people), { but: people.solution }))
  await planUsers(ctx, people, plan)
  await planOrgChart(ctx, people, plan)
  await planGroups(ctx, people, plan)
  return plan
}

const subjectsOf = ({ orgCharts, groups }: PeopleDefinitions): string[] => [
  ...orgCharts.flatMap(({ body }) => loginsIn(body.departments).map((login) => `user:${login}`)),
  ...groups.flatMap(({ body }) => body.members),
]

const loginsIn = (departments: Department[]): string[] =>
  departments.flatMap(({ positions, departments: inner }) => [
    ...positions.flatMap(({ users }) => users),
    ...loginsIn(inner),
  ])
