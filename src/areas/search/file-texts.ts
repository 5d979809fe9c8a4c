import type { ObjectKinds } from '../../kinds/kinds.ts'
import type { Context, Platform } from '../../platform/context.ts'
import { BodyFault } from '../../platform/files/file-store.ts'
import type { Job, Jobs } from '../../platform/jobs/runner.ts'
import { PASSING, type ReadText } from '../../texts/formats.ts'
import { findStored, keepText } from '../disk/bodies.ts'
import { listSearched, READ_FILE, type ReadFile, readThese } from './objects.ts'
import { listWithBody } from './store/entries.ts'
import { waitForFeed } from './store/feed.ts'

/** About a minute and a half from the first one to the last. */
const MOST_ATTEMPTS = 5

type Parts = Pick<Platform, 'files' | 'texts'> & { kinds: ObjectKinds }

export const searchJobs = ({ files, texts, kinds }: Parts): Jobs => ({
  handlers: {
    [READ_FILE]: async (job, payload) => {
      const { body, format } = payload as ReadFile
      const stored = await job.write((ctx) => findStored(ctx, body))
      if (!stored) return
      const read = await texts
        .read({ format, size: stored.size, open: (range) => files.read(stored, range) })
        .catch(missing)
      if (isWorthAnother(read, job)) throw new Error(read.message)
      if ('problem' in read) job.log.info({ body, ...read }, 'the text of a file cannot be read')
      await job.write((ctx) => keep(ctx, kinds, body, read))
    },
  },
  schedule: {},
})

type Failed = Extract<ReadText, { problem: string }>

const isWorthAnother = (read: ReadText, { attempt }: Job): read is Failed =>
  'problem' in read && PASSING.has(read.problem) && attempt < MOST_ATTEMPTS

function missing(error: unknown): ReadText {
  if (error instanceof BodyFault) return { problem: 'damaged', message: error.message }
  throw error
}

async function keep(ctx: Context, kinds: ObjectKinds, body: string, read: ReadText): Promise<void> {
  await waitForFeed(ctx.db)
  const content = 'content' in read ? read.content : null
  const problem = 'problem' in read ? `${read.problem}: ${read.message}` : null
  await keepText(ctx, body, { content, problem })
  if (content === null) return
  const kind = (await listSearched(ctx, kinds)).get('file')
  if (kind) await readThese(ctx, kind, await listWithBody(ctx.db, kind, body))
}
