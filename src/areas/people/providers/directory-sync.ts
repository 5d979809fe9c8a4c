import type { Context } from '../../../platform/context.ts'
import type { Job, Jobs } from '../../../platform/jobs/runner.ts'
import { blockUser } from '../users/service.ts'
import { syncMemberships } from './groups.ts'
import { type Directories, type Listed, openDirectory } from './ldap/directories.ts'
import { inWords } from './oidc/words.ts'
import { getDirectory } from './service.ts'
import * as identities from './store/identities.ts'
import * as store from './store/providers.ts'

type Linked = { user_id: string; subject: string }
type Outcome = { isGood: boolean; text: string; blocked: number }

const COMPARE = 'providers.compare'

/** Every hour: blocks people who are gone from a directory, and updates its groups. */
export const directoryJobs = (directories: Directories): Jobs => ({
  handlers: {
    'providers.sync': (job) => job.write(compareAll),
    [COMPARE]: async (job, payload) => {
      const { provider: id } = payload as { provider: string }
      const provider = await job.read((ctx) => store.findProvider(ctx.db, id))
      if (provider?.is_enabled) await sync(job, directories, provider)
    },
  },
  schedule: { 'providers.sync': '17 * * * *' },
})

/** Each directory separately: a slow one does not delay the others. */
async function compareAll(ctx: Context): Promise<void> {
  for (const { id, connection, is_enabled } of await store.listProviders(ctx.db)) {
    if (is_enabled && connection.kind === 'ldap' && connection.syncs) await compare(ctx, id)
  }
}

/** As soon as a worker is free, one at a time. */
const compare = (ctx: Context, provider: string): Promise<void> =>
  ctx.addJob(
    COMPARE,
    { provider },
    { key: `${COMPARE} ${provider}`, queue: `directory ${provider}`, maxAttempts: 1 },
  )

/** At once instead of at the next full hour. Also for directories that are compared on request only. */
export async function compareNow(ctx: Context, id: string): Promise<void> {
  const provider = await getDirectory(ctx, id)
  await compare(ctx, provider.id)
}

/** The result is stored as the state of the provider. */
export async function sync(
  job: Pick<Job, 'read' | 'write'>,
  directories: Directories,
  provider: store.ProviderRow,
): Promise<void> {
  const directory = await job.read(async (ctx) => openDirectory(ctx, provider))
  // Before the directory is read: people linked meanwhile may be newer than its answer.
  const linked = await job.read((ctx) => identities.listActive(ctx.db, provider.id))
  const subjects = linked.map(({ subject }) => subject)
  const outcome = await directories.list(directory, subjects).then(
    (listed) => apply(job, provider, { linked, ...listed }),
    (error: unknown) => ({ isGood: false, text: inWords(error), blocked: 0 }),
  )
  await job.write((ctx) => note(ctx, provider, outcome))
}

async function apply(
  job: Pick<Job, 'write'>,
  provider: store.ProviderRow,
  { linked, people, isEmpty }: Listed & { linked: Linked[] },
): Promise<Outcome> {
  if (linked.length === 0) return { isGood: true, text: 'nobody is linked yet', blocked: 0 }
  const missing = linked.filter(({ subject }) => !people.has(subject)).length
  if (isEmpty || missing > Math.max(3, linked.length / 10)) {
    const text = `${missing} of ${linked.length} people are not found any more: nobody was blocked, check the base and the filter`
    return { isGood: false, text, blocked: 0 }
  }
  const failures: string[] = []
  let blocked = 0
  for (const each of linked) {
    // Separately, because the last administrator cannot be blocked, which must not keep the others unblocked.
    await job
      .write((ctx) => settle(ctx, provider, each, people))
      .then((isBlocked) => {
        if (isBlocked) blocked++
      })
      .catch((error: unknown) => failures.push(inWords(error)))
  }
  const counts = `${people.size} of ${linked.length} people found, ${blocked} blocked`
  const text = [counts, ...failures.slice(0, 3)].join('; ')
  return { isGood: failures.length === 0, text, blocked }
}

/** Whether the person was blocked. */
async function settle(
  ctx: Context,
  provider: store.ProviderRow,
  { user_id, subject }: Linked,
  people: Listed['people'],
): Promise<boolean> {
  const person = people.get(subject)
  const isGone = !person || person.isDisabled
  if (isGone) await blockUser(ctx, user_id)
  else await syncMemberships(ctx, provider.id, user_id, person.groups)
  return isGone
}

/**
 * Administrators are notified of the first failing comparison, because people who leave are not blocked from then
 * on.
 */
async function note(
  ctx: Context,
  { id, code, name }: store.ProviderRow,
  { isGood, text, blocked }: Outcome,
): Promise<void> {
  const before = await store.findListed(ctx.db, id)
  await store.saveSync(ctx.db, id, { isGood, text, now: ctx.now() })
  const isNew = before?.is_last_sync_good !== isGood
  if (!isNew && blocked === 0) return
  await ctx.emit({
    type: 'provider.compared',
    object: `provider:${id}`,
    data: { code, name, isGood, text, blocked },
  })
}
