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

/** What applying would change, in words, and what stands against it. Changes nothing. */
export async function planPeople(
  ctx: Context,
  people: PeopleDefinitions,
): Promise<{ words: string[]; problems: PeopleProblem[] }> {
  const { steps, problems } = await draw(ctx, people)
  return { words: steps.map(({ words }) => words), problems }
}

/** Makes the people of a solution what it says; a second time changes nothing. Answers what changed. */
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

/** The reverse: what the definitions would have to say to get the people a solution has now. */
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
