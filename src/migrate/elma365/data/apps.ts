import type { Job } from './job.ts'
import type { Json, Portal } from './portal.ts'

export type PortalApp = { path: string; name: string; type: string }

/** More than any portal has. */
const SIZE = 10_000

export async function listApps(portal: Portal): Promise<PortalApp[]> {
  const rows = await portal.listApps()
  return rows.filter(({ __deletedAt }) => !__deletedAt).map(toApp)
}

const toApp = ({ namespace, code, name, type }: Json): PortalApp => ({
  path: `${namespace}/${code}`,
  name: String(name ?? ''),
  type: String(type ?? 'STANDARD'),
})

/** The apps that are here as well, and were asked for. The others are named as a problem. */
export async function listBrought({ portal, target, tally, options }: Job): Promise<PortalApp[]> {
  const { result } = await target.client.apps.listApps({ input: { size: SIZE } })
  const here = new Set(result.result.map(({ namespace, code }) => `${namespace}/${code}`))
  const there = await listApps(portal)
  const wanted = there.filter(
    ({ path }) => options.apps.length === 0 || options.apps.includes(path),
  )
  for (const id of options.apps.filter((app) => !there.some(({ path }) => path === app))) {
    tally.tell({ kind: 'app', id, message: 'the portal has no such app' })
  }
  for (const { path } of wanted.filter((app) => !here.has(app.path))) {
    tally.tell({ kind: 'app', id: path, message: 'there is no such app here: apply it first' })
  }
  return wanted.filter(({ path }) => here.has(path))
}
