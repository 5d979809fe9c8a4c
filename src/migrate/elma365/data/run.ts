import { ClientError } from '../../../client/client.ts'
import type { Row } from '../../../lib/transfer.ts'
import { listBrought, type PortalApp } from './apps.ts'
import { aroundOf, bringAround, bringChannels } from './feeds.ts'
import { bringDirectories, bringFiles, bringNamed, FILES } from './files.ts'
import { bringGroups } from './groups.ts'
import { bringInstances, instancesOf, listProcesses, pathOf } from './instances.ts'
import { bringItems } from './items.ts'
import { inParallel, type Job, storeOnce, type Without } from './job.ts'
import { bringNomenclature } from './nomenclature.ts'
import { bringOrgChart } from './org-chart.ts'
import { bringStorage } from './storage.ts'
import type { Counts, Problem } from './tally.ts'
import { bringUsers } from './users.ts'
import { isEqual, tellMissing, type Verified, verifyApp } from './verify.ts'

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
  /** Instances that were seen to run there, by process. */
  running: Record<string, number>
  /** What no portal shows. */
  notToBeHad: readonly string[]
  verified: Verified[]
  isEqual: boolean
}

/** Brings what is new or was changed, and compares both sides. Every part of it may be done again. */
export async function bringData(job: Job): Promise<DataReport> {
  const { portal, state, tally, options } = job
  const { isResumed } = state
  const apps = await listBrought(job)
  const { number, startedAt } = state.begin(portal.clock, tally, options.full)
  const fields = await fieldsHere(job, apps)
  const since = Object.fromEntries(
    apps.map(({ path }) => [path, state.sinceOf(path, fields[path] ?? '')]),
  )
  await step(job, 'users', () => bringUsers(job))
  await step(job, 'org chart', () => bringOrgChart(job))
  await step(job, 'groups', () => orTold(job, whole('groups'), () => bringGroups(job)))
  await step(job, 'storage', () => bringStorage(job))
  const isWanted = (part: Without) => !options.without.includes(part)
  if (isWanted('files')) {
    await step(job, 'directories', () =>
      orTold(job, whole('directories', FILES), () => bringDirectories(job)),
    )
    await step(job, 'files', () => orTold(job, whole('files', FILES), () => bringFiles(job)))
  }
  if (isWanted('registrations')) await step(job, 'nomenclature', () => bringNomenclature(job))
  await inParallel(apps, APPS_AT_ONCE, (app) =>
    step(job, app.path, () =>
      orTold(job, appOf(app), () => bringApp(job, app, since[app.path] ?? null)),
    ),
  )
  if (isWanted('feeds')) {
    await step(job, 'channels', () => orTold(job, whole('channels'), () => bringChannels(job)))
  }
  if (isWanted('feeds') || isWanted('registrations') || isWanted('sheets')) {
    await inParallel(apps, APPS_AT_ONCE, (app) =>
      step(job, aroundOf(app), () => orTold(job, appOf(app), () => bringAround(job, app))),
    )
  }
  const processes = isWanted('instances') ? await listProcesses(job) : []
  await inParallel(processes, APPS_AT_ONCE, (process) => {
    const key = instancesOf(process)
    const what = { kind: 'instances', id: pathOf(process), key }
    return step(job, key, () => orTold(job, what, () => bringInstances(job, process)))
  })
  const verified: Verified[] = []
  await inParallel(apps, APPS_AT_ONCE, async (app) => {
    await orTold(job, appOf(app), async () => {
      const compared = await verifyApp(job, app)
      verified.push(compared)
      await tellMissing(job, compared, startedAt)
    })
  })
  await state.end({
    ...fields,
    ...(isWanted('files') && { [FILES]: '' }),
    ...Object.fromEntries(processes.map((process) => [instancesOf(process), ''])),
  })
  return {
    ...{ run: number, since, isResumed, counts: tally.counts },
    ...{ running: seenRunning(job), notToBeHad: NOT_TO_BE_HAD },
    ...{ problems: tally.problems, problemCount: tally.problemCount },
    verified: verified.sort((one, other) => (one.app < other.app ? -1 : 1)),
    isEqual: verified.length === apps.length && verified.every(isEqual),
  }
}

async function step({ state }: Job, name: string, work: () => Promise<void>): Promise<void> {
  if (state.isDone(name)) return
  await work()
  await state.finish(name)
}

/** What is told, and what the next run reads again. */
type Part = { kind: string; id: string; key: string }

const whole = (kind: string, key = kind): Part => ({ kind, id: 'all of them', key })

const appOf = ({ path }: PortalApp): Part => ({ kind: 'app', id: path, key: path })

/** What is gone meanwhile, or one side refuses or fails at, does not keep the rest from coming. */
async function orTold(job: Job, part: Part, work: () => Promise<void>): Promise<void> {
  const { portal, state, tally } = job
  const { kind, id, key } = part
  try {
    await work()
  } catch (error) {
    const isGoneHere = error instanceof ClientError && error.status === 404
    if (!isGoneHere && !(await portal.isRefusedAlone(error))) throw error
    tally.tell({ kind, id, message: (error as Error).message })
    state.refuse(key)
  }
}

/** The codes and types of the fields of each app. */
async function fieldsHere({ target }: Job, apps: readonly PortalApp[]) {
  const found: Record<string, string> = {}
  await inParallel(apps, APPS_AT_ONCE, async ({ path }) => {
    const [namespace = '', code = ''] = path.split('/')
    const { application } = await target.client.scheme.getApp({ params: { namespace, code } })
    const fields = application.fields.map((field) => `${field.code}:${field.type}`)
    found[path] = fields.sort().join(' ')
  })
  return found
}

const bringApp = (job: Job, app: PortalApp, since: string | null): Promise<void> =>
  bringItems(job, app, since, async (rows) => {
    const store = (some: Row[]) =>
      storeOnce(job, app.path, { kind: 'items', app: app.path, rows: some })
    const { missing } = await store(rows)
    if (missing.length === 0 || job.options.without.includes('files')) return
    await bringNamed(job, app.path, [...new Set(missing)])
    // They belong to the items that name them.
    await store(rows.filter((row) => missing.some((id) => JSON.stringify(row).includes(id))))
  })

const seenRunning = ({ running }: Job): Record<string, number> =>
  Object.fromEntries(Object.entries(running).filter(([, count]) => count > 0))

/** What `/pub/v1` of the other product has no way to show. */
const NOT_TO_BE_HAD = [
  'passwords and second factors',
  'the tree of the org chart, unless a script wrote it down',
  'older versions of files, and files that were deleted',
  'rights on single items, files and folders',
  'which statuses an item had before',
  'where running instances stand, their timers, and the way that finished ones took',
  'approval sheets that were archived',
  'keys of the storage that nobody names',
  'when and how people agreed to mailings, so that segments and subscribers stay there',
]
