import { createHash } from 'node:crypto'
import type { PortalApp } from './apps.ts'
import type { Job } from './job.ts'
import type { Json } from './portal.ts'

export type Difference = { app: string; id: string; field: string; there: unknown; here: unknown }

export type Verified = {
  app: string
  /** Items, those that were deleted included. */
  there: number
  here: number
  liveThere: number
  liveHere: number
  /** How many were compared value by value, and the checksums of what both sides say of them. */
  samples: number
  checksums: { there: string; here: string }
  differences: Difference[]
}

/** What does not come, or is counted anew. */
const OWN = ['__tasks', '__tasks_performers', '__tasks_earliest_duedate']

/** Compares an app as both sides show it now: all counts, and the items that were changed last and first. */
export async function verifyApp(job: Job, { path }: PortalApp): Promise<Verified> {
  const [there, liveThere] = await Promise.all([countThere(job, path), countThere(job, path, true)])
  const [here, liveHere] = await Promise.all([countHere(job, path), countHere(job, path, true)])
  const { differences, ...compared } = await compareSamples(job, path)
  return { app: path, there, here, liveThere, liveHere, ...compared, differences }
}

export const isEqual = (app: Verified): boolean =>
  app.there === app.here && app.liveThere === app.liveHere && app.differences.length === 0

/** If items are missing here that were there when the run began, the next one reads the whole app again. */
export async function tellMissing(job: Job, app: Verified, startedAt: string): Promise<void> {
  if (app.there <= app.here) return
  const filter = { tf: { __createdAt: { min: null, max: startedAt } } }
  const there = await job.portal.count(`app/${app.app}/list`, { active: false, filter })
  const params = paramsOf(app.app)
  const input = { size: 0, active: false, filter }
  const here = (await job.target.client.apps.listItems({ params, input })).result.total ?? 0
  if (there <= here) return
  job.state.refuse(app.app)
  const message = `${there - here} of its items have not come: the next run reads all of it again`
  job.tally.tell({ kind: 'app', id: app.app, message })
}

const countThere = ({ portal }: Job, path: string, active = false) =>
  portal.count(`app/${path}/list`, { active })

async function countHere({ target }: Job, path: string, active = false): Promise<number> {
  const reply = await target.client.apps.listItems({
    params: paramsOf(path),
    input: { size: 0, active },
  })
  return reply.result.total ?? 0
}

async function compareSamples(job: Job, path: string) {
  const half = Math.ceil(job.options.samples / 2)
  const read = async (ascending: boolean) => {
    if (half === 0) return []
    const { rows } = await job.portal.list(`app/${path}/list`, {
      ...{ size: half, sortExpressions: [{ field: '__updatedAt', ascending }] },
    })
    return rows
  }
  const found = [...(await read(false)), ...(await read(true))]
  const samples = [...new Map(found.map((item) => [String(item.__id), item])).values()]
  const ours = await readHere(job, path, [...samples.map(({ __id }) => String(__id))])
  const pairs = samples.map((item) => {
    const there = plain(job.state.ids.translate(item)) as Json
    return { there, here: likeThat(there, ours.get(String(item.__id)) ?? {}) as Json }
  })
  return {
    samples: samples.length,
    checksums: {
      there: checksum(pairs.map(({ there }) => there)),
      here: checksum(pairs.map(({ here }) => here)),
    },
    differences: pairs.flatMap(({ there, here }) => differencesIn(path, there, here)),
  }
}

async function readHere({ target }: Job, path: string, ids: string[]) {
  if (ids.length === 0) return new Map<string, Json>()
  const reply = await target.client.apps.listItems({
    params: paramsOf(path),
    input: { ids, size: ids.length },
  })
  return new Map(reply.result.result.map((item) => [String(item.__id), item as Json]))
}

function paramsOf(path: string) {
  const [namespace = '', code = ''] = path.split('/')
  return { namespace, code }
}

/** Nothing, an empty text and an empty list are the same. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plain)
  if (value === '' || value === undefined) return null
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !OWN.includes(key))
  return Object.fromEntries(
    kept
      .map(([key, each]) => [key, plain(each)])
      .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  )
}

/** What we say of the same: we may say more. */
function likeThat(there: unknown, here: unknown): unknown {
  if (Array.isArray(there)) {
    return Array.isArray(here)
      ? here.map((each, at) => likeThat(there[at] ?? null, each))
      : plain(here)
  }
  if (typeof there !== 'object' || there === null) return plain(here)
  const ours = (typeof here === 'object' && here !== null ? here : {}) as Json
  return Object.fromEntries(
    Object.entries(there).map(([key, each]) => [key, likeThat(each, ours[key])]),
  )
}

function differencesIn(app: string, there: Json, here: Json): Difference[] {
  return Object.keys(there)
    .filter((field) => JSON.stringify(there[field]) !== JSON.stringify(here[field] ?? null))
    .map((field) => ({
      ...{ app, id: String(there.__id), field, there: there[field], here: here[field] ?? null },
    }))
}

const checksum = (items: Json[]): string =>
  createHash('sha256').update(JSON.stringify(items)).digest('hex')
