import { listApps } from './apps.ts'
import { PARTS } from './feeds.ts'
import { FILES_AT_ONCE } from './files.ts'
import { type Portal, PortalRefusal } from './portal.ts'

/** What a portal holds, and how long it takes to read it. */
export type Survey = {
  address: string
  apps: { app: string; name: string; items: number }[]
  items: number
  users: number
  groups: number
  /** Null where the portal does not say. */
  directories: number | null
  files: number | null
  channels: number | null
  /** Calls that `data` makes in its first run. */
  calls: number
  /** Of these those that ask for the feed, the numbers and the sheets of each item. */
  callsOfItems: number
  /** At the rate that was given; null = the portal sets no limit. */
  hours: number | null
}

type Reading = { pageSize: number; perMinute: number }

/** Asks for nothing but counts. */
export async function surveyPortal(
  portal: Portal,
  { pageSize, perMinute }: Reading,
): Promise<Survey> {
  const apps = await Promise.all(
    (await listApps(portal)).map(async ({ path, name }) => ({
      ...{ app: path, name, items: await portal.count(`app/${path}/list`) },
    })),
  )
  apps.sort((one, other) => other.items - one.items || (one.app < other.app ? -1 : 1))
  const users = await portal.count('user/list')
  const items = apps.reduce((sum, each) => sum + each.items, 0)
  const pages = apps.reduce((sum, each) => sum + Math.ceil(each.items / pageSize) + 1, 0)
  const files = await tryCount(portal, 'disk/files/search')
  const callsOfItems = items * PARTS.length + pages
  // Users are asked for twice; the comparison at the end asks four times for each app.
  const calls =
    1 + 2 * Math.ceil(users / 1000) + pages + apps.length * 4 + callsOfItems + callsForFiles(files)
  return {
    ...{ address: portal.address, apps, items, users },
    groups: await portal.count('scheme/groups/list'),
    directories: await tryCount(portal, 'disk/directory/list'),
    files,
    channels: await tryCount(portal, 'channel'),
    calls,
    callsOfItems,
    hours: perMinute === 0 ? null : calls / perMinute / 60,
  }
}

/** Pages, and their links; contents are not counted. */
const callsForFiles = (files: number | null): number => 2 * Math.ceil((files ?? 0) / FILES_AT_ONCE)

/** Not every portal has these, or says how many there are. */
async function tryCount(portal: Portal, path: string): Promise<number | null> {
  try {
    const list = path === 'channel' ? portal.listByGet(path, { size: 1 }) : undefined
    return (await (list ?? portal.list(path, { size: 1 }))).total ?? null
  } catch (error) {
    if (error instanceof PortalRefusal) return null
    throw error
  }
}
