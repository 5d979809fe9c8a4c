import type { Context } from '../../../platform/context.ts'
import type { Job, Jobs } from '../../../platform/jobs/runner.ts'
import { blockUser } from '../users/service.ts'
import { syncMemberships } from './groups.ts'
import { type Directories, type Listed, openDirectory } from './ldap/directories.ts'
import { inWords } from './oidc/words.ts'
import * as identities from './store/identities.ts'
import * as store from './store/providers.ts'

type People = Listed['people']
type Linked = { user_id: string; subject: string }
type Outcome = { isGood: boolean; text: string }

/** Every hour: whoever is gone from a directory is blocked, and its groups are what it says. */
export const directoryJobs = (directories: Directories): Jobs => ({
  handlers: { 'providers.sync': (job) => syncAll(job, directories) },
  schedule: { 'providers.sync': '17 * * * *' },
})

async function syncAll(job: Job, directories: Directories): Promise<void> {
  const all = await job.read((ctx) => store.listProviders(ctx.db))
  for (const provider of all) {
    const { connection, is_enabled } = provider
    if (is_enabled && connection.kind === 'ldap' && connection.syncs) {
      await sync(job, directories, provider)
    }
  }
}

/** What happened is the state of the provider; one directory that is down does not keep the others waiting. */
export async function sync(
  job: Pick<Job, 'read' | 'write'>,
  directories: Directories,
  provider: store.ProviderRow,
): Promise<void> {
  const directory = await job.read(async (ctx) => openDirectory(ctx, provider))
  // Before the directory is read: whoever is linked meanwhile may be newer than what it answers.
  const linked = await job.read((ctx) => identities.listActive(ctx.db, provider.id))
  const outcome = await directories.list(directory).then(
    (listed) => apply(job, provider, { linked, ...listed }),
    (error: unknown) => ({ isGood: false, text: inWords(error) }),
  )
  await job.write((ctx) => store.saveSync(ctx.db, provider.id, { ...outcome, now: ctx.now() }))
}

async function apply(
  job: Pick<Job, 'write'>,
  provider: store.ProviderRow,
  { linked, people, skipped }: Listed & { linked: Linked[] },
): Promise<Outcome> {
  const missing = linked.filter(({ subject }) => !people.has(subject)).length
  if (people.size === 0 || missing > Math.max(3, linked.length / 10)) {
    const text = `${missing} of ${linked.length} people are not found any more: nobody was blocked, check the base and the filter`
    return { isGood: false, text: [text, ...skipped.slice(0, 3)].join('; ') }
  }
  const gone = linked.filter(({ subject }) => people.get(subject)?.isDisabled ?? true)
  const failures: string[] = []
  for (const each of linked) {
    // Each by itself: the last administrator cannot be blocked, which must not keep the others in.
    await job
      .write((ctx) => settle(ctx, provider, each, people))
      .catch((error: unknown) => failures.push(inWords(error)))
  }
  const blocked = gone.length - failures.length
  const counts = `${people.size} people found, ${Math.max(0, blocked)} blocked`
  const problems = [...failures, ...skipped]
  return { isGood: problems.length === 0, text: [counts, ...problems.slice(0, 3)].join('; ') }
}

async function settle(
  ctx: Context,
  provider: store.ProviderRow,
  { user_id, subject }: Linked,
  people: People,
): Promise<void> {
  const person = people.get(subject)
  if (!person || person.isDisabled) await blockUser(ctx, user_id)
  else await syncMemberships(ctx, provider.id, user_id, person.groups)
}
