import { listBrought, type PortalApp } from './apps.ts'
import { bringGroups } from './groups.ts'
import { bringItems } from './items.ts'
import type { Job } from './job.ts'
import { bringStorage } from './storage.ts'
import type { Counts, Problem } from './tally.ts'
import { bringUsers } from './users.ts'
import { isEqual, type Verified, verifyApp } from './verify.ts'

/** Apps that are read at once. */
const APPS_AT_ONCE = 4

export type DataReport = {
  run: number
  /** By app: only what was changed since; null = everything. */
  since: Record<string, string | null>
  isResumed: boolean
  counts: Record<string, Counts>
  problems: Problem[]
  problemCount: number
  verified: Verified[]
  isEqual: boolean
}

/** Brings what is new or was changed, and compares both sides. Every part of it may be done again. */
export async function bringData(job: Job): Promise<DataReport> {
  const { portal, state, tally, options } = job
  const { isResumed } = state
  const apps = await listBrought(job)
  const { number } = state.begin(portal.clock, tally, options.full)
  const fields = await fieldsHere(job, apps)
  const since = Object.fromEntries(
    apps.map(({ path }) => [path, state.sinceOf(path, fields[path] ?? '')]),
  )
  await step(job, 'users', () => bringUsers(job))
  await step(job, 'groups', () => bringGroups(job))
  await step(job, 'storage', () => bringStorage(job))
  await eachOf(apps, (app) =>
    step(job, app.path, () => bringApp(job, app, since[app.path] ?? null)),
  )
  const verified: Verified[] = []
  await eachOf(apps, async (app) => {
    verified.push(await verifyApp(job, app))
  })
  await state.end(fields)
  return {
    ...{ run: number, since, isResumed, counts: tally.counts },
    ...{ problems: tally.problems, problemCount: tally.problemCount },
    verified: verified.sort((one, other) => (one.app < other.app ? -1 : 1)),
    isEqual: verified.every(isEqual),
  }
}

async function step({ state }: Job, name: string, work: () => Promise<void>): Promise<void> {
  if (state.isDone(name)) return
  await work()
  await state.finish(name)
}

/** The codes and types of the fields of each app. */
async function fieldsHere({ target }: Job, apps: readonly PortalApp[]) {
  const found: Record<string, string> = {}
  await eachOf(apps, async ({ path }) => {
    const [namespace = '', code = ''] = path.split('/')
    const { application } = await target.client.scheme.getApp({ params: { namespace, code } })
    const fields = application.fields.map((field) => `${field.code}:${field.type}`)
    found[path] = fields.sort().join(' ')
  })
  return found
}

const bringApp = (job: Job, app: PortalApp, since: string | null): Promise<void> =>
  bringItems(job, app, since, async (rows) => {
    const { refused } = await job.target.store(
      { kind: 'items', app: app.path, rows },
      job.state.ids,
    )
    if (refused > 0) job.state.refuse(app.path)
  })

/** A few at once; the first error ends all of them. */
async function eachOf<T>(all: readonly T[], work: (each: T) => Promise<void>): Promise<void> {
  const waiting = [...all]
  const takeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: APPS_AT_ONCE }, takeNext))
}
