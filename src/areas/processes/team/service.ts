import { snapshotOf } from '../../../definitions/snapshot.ts'
import { forbidden } from '../../../lib/errors.ts'
import type { Context } from '../../../platform/context.ts'
import { listSubordinates } from '../../people/org-chart/service.ts'
import { listPeopleByName } from '../../people/users/service.ts'
import { listIncidents } from '../instances/incidents.ts'
import { may } from '../instances/policy.ts'
import { getShown, type Template } from '../published.ts'
import * as store from '../store/team-work.ts'
import type { TeamPerson, TeamProcess, TeamStep, TeamWork } from './operations.ts'

const LONGEST = 10_000
const DAY = 86_400_000
const SINCE = 30 * DAY
const WEEKS = 8
const MOST_PROCESSES = 50
const LATEST = 5

/** The overview of a manager; limited by rights on tasks and on each process. */
export async function getTeamWork(
  ctx: Context,
  asked: TeamWork['whose'] | undefined,
): Promise<TeamWork> {
  const whose = asked ?? (ctx.user.isAdministrator ? 'everybody' : 'people')
  if (whose === 'everybody' && !ctx.user.isAdministrator)
    throw forbidden('only administrators see the tasks of everybody')
  const below = whose === 'everybody' ? null : await listSubordinates(ctx, ctx.user.id)
  const at = ctx.now()
  const since = new Date(at.getTime() - SINCE)
  const templates = await listReadable(ctx)
  const people = below?.map(({ id }) => id) ?? null
  const [work, trends] = await ctx.readWithin(
    { milliseconds: LONGEST, queue: 'long' },
    async (db) => [
      await store.measureTasks(db, { people, since, at }),
      await store.measureTrends(db, [...templates.keys()], { at, weeks: WEEKS }),
    ],
  )
  return {
    whose,
    since: since.toISOString(),
    tasks: work.total,
    people: await toPeople(ctx, work, below),
    steps: await toSteps(ctx, work, templates),
    processes: toProcesses(trends, work, templates),
    incidents: await latestIncidents(ctx),
  }
}

async function listReadable(ctx: Context): Promise<Map<string, Template>> {
  const published = (await snapshotOf(ctx))
    .live('process')
    .filter((each): each is Template => each.processVersion !== null)
  const rights = await Promise.all(published.map((each) => may(ctx, each, 'read')))
  return new Map(published.filter((_, at) => rights[at]).map((each) => [each.id, each]))
}

type Below = Awaited<ReturnType<typeof listSubordinates>>

/** For a team, includes people without tasks. */
async function toPeople(
  ctx: Context,
  { people }: store.TaskWork,
  below: Below | null,
): Promise<TeamPerson[]> {
  if (below === null) {
    const ids = people.map(({ id }) => id)
    const names = await listPeopleByName(ctx, ids)
    return people.map((each) => ({ ...each, name: names.get(each.id) ?? '', position: '' }))
  }
  const known = new Map(below.map((each) => [each.id, each]))
  const busy = people.map((each) => ({ name: '', position: '', ...known.get(each.id), ...each }))
  const ids = new Set(busy.map(({ id }) => id))
  const idle = below.filter(({ id }) => !ids.has(id)).map((each) => ({ ...each, ...NOTHING }))
  return [...busy, ...idle].slice(0, 100)
}

const NOTHING: store.Counts = { open: 0, late: 0, closed: 0, closedLate: 0 }

async function toSteps(
  ctx: Context,
  { steps }: store.TaskWork,
  templates: ReadonlyMap<string, Template>,
): Promise<TeamStep[]> {
  const snapshot = await snapshotOf(ctx)
  return Promise.all(
    steps.map(async ({ namespace, code, ...step }) => {
      const found = snapshot.find('process', namespace, code)
      const template = found && templates.get(found.id)
      const published = template && (await getShown(ctx, template.id, template.processVersion))
      return {
        ...step,
        oldestAt: step.oldestAt && new Date(step.oldestAt).toISOString(),
        // The name of a task may contain the name of an item.
        name: published?.program.model.nodes[step.element]?.name || step.name,
        process: {
          id: template?.id ?? null,
          ...{ namespace, code },
          name: found?.body.name ?? code,
        },
      }
    }),
  )
}

function toProcesses(
  trends: readonly store.Trend[],
  { processes }: store.TaskWork,
  templates: ReadonlyMap<string, Template>,
): TeamProcess[] {
  const tasks = new Map(processes.map((each) => [`${each.namespace}/${each.code}`, each]))
  const lately = ({ weeks }: Pick<TeamProcess, 'weeks'>) =>
    weeks.reduce((sum, { started, ended }) => sum + started + ended, 0)
  return trends
    .flatMap(({ id, running, incidents, breached, atRisk, weeks }) => {
      const template = templates.get(id)
      if (!template) return []
      const { namespace, code, body } = template
      const { closed, closedLate } = tasks.get(`${namespace}/${code}`) ?? NOTHING
      const shown = weeks.map((week) => ({ ...week, from: new Date(week.from).toISOString() }))
      const place = { id, namespace, code, name: body.name }
      const sla = { slaBreached: breached, slaAtRisk: atRisk }
      return [{ ...place, running, incidents, ...sla, closed, closedLate, weeks: shown }]
    })
    .filter((each) => each.running + lately(each) > 0)
    .toSorted((one, other) => other.running - one.running || lately(other) - lately(one))
    .slice(0, MOST_PROCESSES)
}

async function latestIncidents(ctx: Context): Promise<TeamWork['incidents']> {
  const wanted = { isOpen: true, instance: null, template: null }
  const { incidents, total } = await listIncidents(ctx, wanted, { from: 0, size: LATEST })
  return {
    total,
    latest: incidents.map((each) => ({
      id: each.id,
      instance: each.instance,
      instanceName: each.instanceName,
      processName: each.processName,
      elementName: each.elementName,
      message: each.message,
      openedAt: each.openedAt,
    })),
  }
}
