import type { Job } from './job.ts'
import { type Json, PortalRefusal } from './portal.ts'

/** Offices, categories and folders, whose numbers come with the items. */
export async function bringNomenclature(job: Job): Promise<void> {
  const { target, state, progress } = job
  const directories = parentsFirst(await read(job, 'nomenclature/directory'))
  if (directories.length > 0) {
    await target.store({ kind: 'nomenclature', rows: directories }, state.ids)
  }
  const folders = await read(job, 'nomenclature')
  // Those that take numbers of another folder come after it.
  const isThrough = ({ registrationSettings }: Json) =>
    Number((registrationSettings as Json | undefined)?.through === true)
  folders.sort((one, other) => isThrough(one) - isThrough(other))
  if (folders.length > 0) await target.store({ kind: 'folders', rows: folders }, state.ids)
  progress.done('nomenclature', directories.length + folders.length)
}

async function read({ portal, tally }: Job, path: string): Promise<Json[]> {
  try {
    const { result } = await portal.get(path)
    return (Array.isArray(result) ? result : []).filter(({ deletedAt }) => !deletedAt)
  } catch (error) {
    if (!(error instanceof PortalRefusal && (await portal.isRefusedAlone(error)))) throw error
    tally.tell({ kind: 'portal', id: path, message: error.message })
    return []
  }
}

function parentsFirst(rows: readonly Json[]): Json[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const depthOf = (row: Json): number => {
    let depth = 0
    for (let at = byId.get(row.parentId); at && depth <= rows.length; at = byId.get(at.parentId)) {
      depth++
    }
    return depth
  }
  return [...rows].sort((one, other) => depthOf(one) - depthOf(other))
}
