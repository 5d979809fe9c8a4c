import { parsePath } from '../../../lib/app-path.ts'
import type { Row } from '../../../lib/transfer.ts'
import type { PortalApp } from './apps.ts'
import { bringItems } from './items.ts'
import { inParallel, type Job } from './job.ts'
import { type Json, PortalRefusal } from './portal.ts'

const SIZE = 100
/** Items that are asked about at once; the portal sets the pace. */
const ITEMS_AT_ONCE = 16

/** Channels, with what was said in them. */
export async function bringChannels(job: Job): Promise<void> {
  const { portal, target, state, progress } = job
  const rows = await portal.allByGet('channel')
  if (rows.length > 0) await target.store({ kind: 'channels', rows }, state.ids)
  await state.save()
  for (const { id } of rows) {
    await storeMessages(job, await readStream(job, `channel/${id}`, { channel: id }))
  }
  progress.done('channels', rows.length)
}

/** What is only told item by item, a call each. */
export async function bringAround(job: Job, app: PortalApp): Promise<void> {
  const { options, target, state } = job
  const key = aroundOf(app)
  await bringItems(
    job,
    { ...app, key, fields: { __id: true, __index: true } },
    null,
    async (items) => {
      const found: Record<Part, Row[]> = { feeds: [], registrations: [], sheets: [] }
      await inParallel(items, ITEMS_AT_ONCE, async ({ __id }) => {
        for (const part of PARTS.filter((each) => !options.without.includes(each))) {
          found[part].push(...(await READ[part](job, app, String(__id))))
        }
      })
      await storeMessages(job, found.feeds)
      for (const kind of ['registrations', 'sheets'] as const) {
        const rows = found[kind]
        if (rows.length > 0) await target.store({ kind, app: app.path, rows }, state.ids)
      }
    },
  )
}

export const aroundOf = ({ path }: PortalApp): string => `around ${path}`

export const PARTS = ['feeds', 'registrations', 'sheets'] as const
type Part = (typeof PARTS)[number]

const READ: Record<Part, (job: Job, app: PortalApp, id: string) => Promise<Row[]>> = {
  feeds: (job, { path }, id) =>
    readStream(job, `feed/${path}/${id}`, { target: { ...parsePath(path), id } }),
  registrations: async (job, { path }, id) =>
    (await readOf(job, `registration/${path}/${id}`)).map((each) => ({ ...each, item: id })),
  // The oldest first, as they were made. Those that are open go on there.
  sheets: async (job, { path }, id) =>
    (await readOf(job, `docflow/${path}/${id}/lists`))
      .filter(({ status }) => status !== 'in_progress')
      .map((each) => ({ ...each, item: id }))
      .reverse(),
}

async function readOf(job: Job, path: string): Promise<Json[]> {
  try {
    const { result } = await job.portal.post(path)
    return Array.isArray(result) ? result : []
  } catch (error) {
    return tellRefusal(job, path, error)
  }
}

/** The messages of a channel or item, each with its comments and with where it is. */
async function readStream(job: Job, path: string, place: Row): Promise<Row[]> {
  const messages: Row[] = []
  for (const message of await readAll(job, `${path}/message/list`)) {
    const id = String(message.id ?? message.__id)
    const hasComments = Number(message.commentsCount ?? 1) > 0
    const comments = hasComments ? await readAll(job, `${path}/message/${id}/comment/list`) : []
    messages.push({ ...toSaid(message), ...place, comments: comments.map(toSaid) })
  }
  return messages
}

async function readAll(job: Job, path: string): Promise<Json[]> {
  const all = new Map<string, Json>()
  try {
    for await (const rows of job.portal.pages(path, { size: SIZE }, SIZE)) {
      for (const row of rows) all.set(String(row.id ?? row.__id), row)
    }
    return [...all.values()]
  } catch (error) {
    return tellRefusal(job, path, error)
  }
}

/** One that is gone by now, or that nobody may read, does not end the run. */
async function tellRefusal({ portal, tally }: Job, id: string, error: unknown): Promise<[]> {
  if (!(error instanceof PortalRefusal && (await portal.isRefusedAlone(error)))) throw error
  if (![404, 410].includes(error.status)) tally.tell({ kind: 'portal', id, message: error.message })
  return []
}

/** Files by their ids. */
const toSaid = ({
  files,
  id,
  __id,
  channel: _channel,
  target: _target,
  ...message
}: Json): Row => ({
  ...message,
  id: id ?? __id,
  files: (Array.isArray(files) ? files : []).map((file) => file?.id ?? file?.__id ?? file),
})

async function storeMessages({ target, state }: Job, rows: Row[]): Promise<void> {
  if (rows.length > 0) await target.store({ kind: 'messages', rows }, state.ids)
}
