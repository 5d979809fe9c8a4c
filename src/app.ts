import type { FastifyInstance } from 'fastify'
import { describeApi } from './api/openapi.ts'
import { Identity } from './areas/access/identity.ts'
import { tokenKind } from './areas/access/kinds.ts'
import { accessJobs, accessRoutes } from './areas/access/routes.ts'
import { guardOf, roleReasons } from './areas/apps/explain.ts'
import { itemKinds } from './areas/apps/kinds.ts'
import { parametersRoutes } from './areas/apps/parameters/routes.ts'
import { appResources } from './areas/apps/resources.ts'
import { appsJobs, appsRoutes } from './areas/apps/routes.ts'
import { auditRoutes } from './areas/audit/routes.ts'
import { contractsRoutes } from './areas/contracts/routes.ts'
import { diskChecks } from './areas/disk/checks.ts'
import { diskKinds } from './areas/disk/kinds.ts'
import { directoryResource } from './areas/disk/policy.ts'
import { diskJobs, diskManagementRoutes, diskRoutes, fileLinksRoutes } from './areas/disk/routes.ts'
import { marketingRoutes } from './areas/marketing/routes.ts'
import { channelsApplier } from './areas/messages/applier.ts'
import { messageKinds } from './areas/messages/kinds.ts'
import { messagesRoutes } from './areas/messages/routes.ts'
import { letterJobs } from './areas/notifications/letters.ts'
import { notificationsRoutes } from './areas/notifications/routes.ts'
import { peopleApplier } from './areas/people/applier.ts'
import { joinDefaultGroups } from './areas/people/groups/members.ts'
import { describeMembership, findNames } from './areas/people/groups/membership.ts'
import { groupsRoutes } from './areas/people/groups/routes.ts'
import { peopleKinds } from './areas/people/kinds.ts'
import { substitutionsRoutes } from './areas/people/substitutions/routes.ts'
import { usersRoutes } from './areas/people/users/routes.ts'
import { docflowChecks } from './areas/processes/approvals/checks.ts'
import { docflowRoutes } from './areas/processes/approvals/routes.ts'
import { fileListeners } from './areas/processes/file-versions.ts'
import { instanceKind } from './areas/processes/instances/kind.ts'
import { bpmRoutes, processesRoutes } from './areas/processes/instances/routes.ts'
import { StartLimit } from './areas/processes/instances/start-limit.ts'
import { processResource } from './areas/processes/instances/visibility.ts'
import { callAction } from './areas/processes/jobs/action.ts'
import { makeDocument } from './areas/processes/jobs/document.ts'
import { sendMail } from './areas/processes/jobs/mail.ts'
import type { Executors } from './areas/processes/jobs/outcome.ts'
import { startProcessJobs } from './areas/processes/jobs/runner.ts'
import { runScript } from './areas/processes/jobs/script.ts'
import { taskKind } from './areas/processes/tasks/kind.ts'
import { tasksRoutes } from './areas/processes/tasks/routes.ts'
import { itemListeners } from './areas/processes/triggers.ts'
import { registrationKind } from './areas/registration/kinds.ts'
import { registrationChecks } from './areas/registration/log.ts'
import { nomenclatureApplier } from './areas/registration/nomenclature/applier.ts'
import { nomenclatureRoutes } from './areas/registration/nomenclature/routes.ts'
import { registrationRoutes } from './areas/registration/routes.ts'
import { reportsChecks } from './areas/reports/checks.ts'
import { reportKind, reportResource } from './areas/reports/kind.ts'
import { reportsRoutes } from './areas/reports/routes.ts'
import { Sandbox } from './areas/reports/sandbox.ts'
import { schemeRoutes } from './areas/scheme/routes.ts'
import { publishProcess } from './areas/solutions/publish.ts'
import { solutionsJobs, solutionsRoutes } from './areas/solutions/routes.ts'
import type { Parts } from './areas/solutions/work.ts'
import { storageJobs, storageRoutes } from './areas/storage/routes.ts'
import { jobsChecks } from './areas/system/jobs/checks.ts'
import { jobsRoutes } from './areas/system/jobs/routes.ts'
import { systemRoutes } from './areas/system/routes.ts'
import { secretsChecks } from './areas/system/secrets/checks.ts'
import { openSecrets } from './areas/system/secrets/keys.ts'
import type { Sources } from './areas/system/service.ts'
import { telephonyRoutes } from './areas/telephony/routes.ts'
import { unbindUser } from './areas/telephony/service.ts'
import { webhooksChecks } from './areas/webhooks/checks.ts'
import { webhooksJobs, webhooksRoutes } from './areas/webhooks/routes.ts'
import { startWebhooks } from './areas/webhooks/sender.ts'
import { workplaceRoutes } from './areas/workplace/routes.ts'
import { areas } from './client/areas.ts'
import { Diagrams } from './diagrams/diagrams.ts'
import { Documents } from './documents/documents.ts'
import { addAssets } from './http/assets.ts'
import { addConsole } from './http/console.ts'
import { addDocs } from './http/docs.ts'
import { Drain } from './http/drain.ts'
import { addEventStream } from './http/event-stream.ts'
import { Metrics } from './http/metrics.ts'
import { addPages } from './http/pages.ts'
import { buildServer } from './http/server.ts'
import { closeSilentConnections } from './http/silent-connections.ts'
import { Audience } from './kinds/audience.ts'
import { ObjectKinds } from './kinds/kinds.ts'
import { Access } from './platform/access.ts'
import type { Check } from './platform/checks/check.ts'
import { databaseChecks } from './platform/checks/database.ts'
import type { Config } from './platform/config.ts'
import type { Platform } from './platform/context.ts'
import { type Connection, connectClient, connectPool, poolDb } from './platform/db/db.ts'
import { Definitions } from './platform/definitions.ts'
import { eventJobs, eventLogCheck } from './platform/event-account.ts'
import { EventTail } from './platform/event-tail.ts'
import type { Listeners } from './platform/events.ts'
import { openFiles } from './platform/files/files.ts'
import { type Jobs, type Runner, startJobs } from './platform/jobs/runner.ts'
import type { Log } from './platform/log.ts'
import { Mailer } from './platform/mail/mailer.ts'
import { OutsideCaller } from './platform/outside/caller.ts'
import { Pulse } from './platform/pulse.ts'
import { openScripts } from './platform/scripts/scripts.ts'
import { Signals } from './platform/signals.ts'
import { Stalls } from './platform/stalls/stalls.ts'
import { VERSION } from './platform/version.ts'

/** What areas do with the definitions of their kinds when a solution is applied. */
export const solutionParts: Parts = {
  publish: publishProcess,
  findSubjects: (ctx, _solution, subjects) => findNames(ctx, subjects),
  appliers: [peopleApplier, channelsApplier, nomenclatureApplier],
}

const allRoutes = (sandbox: Sandbox, config: Config, sources: Sources) => [
  accessRoutes({ guardOf, roleReasons, describeMembership }),
  appsRoutes,
  auditRoutes,
  bpmRoutes(new StartLimit(config.KONTOR_START_LIMIT)),
  processesRoutes,
  diskRoutes,
  diskManagementRoutes,
  fileLinksRoutes,
  docflowRoutes,
  contractsRoutes,
  groupsRoutes,
  jobsRoutes,
  parametersRoutes,
  nomenclatureRoutes,
  registrationRoutes,
  reportsRoutes(sandbox),
  marketingRoutes,
  messagesRoutes(allKinds),
  notificationsRoutes,
  schemeRoutes,
  solutionsRoutes(solutionParts),
  storageRoutes,
  substitutionsRoutes,
  systemRoutes(sources),
  telephonyRoutes,
  tasksRoutes,
  usersRoutes,
  webhooksRoutes(config.KONTOR_PRIVATE_ADDRESSES),
  workplaceRoutes(allKinds),
]
const allJobs: Jobs[] = [
  accessJobs,
  appsJobs,
  diskJobs,
  eventJobs,
  solutionsJobs,
  storageJobs,
  webhooksJobs,
]

/** What `kontor doctor` looks at. */
export const allChecks: Check[] = [
  ...databaseChecks,
  eventLogCheck,
  ...jobsChecks,
  ...reportsChecks,
  ...diskChecks,
  ...docflowChecks,
  ...registrationChecks,
  ...webhooksChecks,
  ...secretsChecks,
]

function jobsOf({ mailer, config }: Platform): Jobs {
  const isConfigured = config.KONTOR_SMTP_URL !== undefined
  const all = [...allJobs, letterJobs({ mailer, isConfigured, address: config.KONTOR_PUBLIC_URL })]
  return {
    handlers: Object.assign({}, ...all.map((each) => each.handlers)),
    schedule: Object.assign({}, ...all.map((each) => each.schedule)),
  }
}

/** Every kind of object that somebody may read. */
const allKinds = new ObjectKinds(
  [
    ...[taskKind, instanceKind, registrationKind, reportKind, tokenKind],
    ...[...diskKinds, ...messageKinds, ...peopleKinds],
  ],
  [itemKinds],
)

/** Everything that rights are granted on. */
const allResources = [...appResources, processResource, reportResource, directoryResource]

/** Who acts on what other areas do, in the same transaction. */
const listeners: Listeners = {
  ...itemListeners,
  ...fileListeners,
  'user.created': joinDefaultGroups,
  'user.deleted': unbindUser,
}

/** Who does the work of processes that cannot be done inside of a transaction. */
const executorsFor = ({ scripts, mailer, documents, config }: Platform): Executors => ({
  action: callAction(new OutsideCaller(config.KONTOR_PRIVATE_ADDRESSES)),
  script: runScript(scripts),
  mail: sendMail(mailer),
  document: makeDocument(documents),
})

export type AppOptions = {
  config: Config
  connection: Connection
  log: Log
  now?: () => Date
  checkReplies?: boolean
  /** Watches the event loop; who has none gets one of its own. */
  stalls?: Stalls
}

export type App = {
  platform: Platform
  server: FastifyInstance
  /** Listens and answers its own address. */
  listen(): Promise<string>
  /** Without webhooks their messages wait, or are sent by other nodes. */
  startJobs(options?: { withoutWebhooks?: boolean }): Promise<void>
  /** Refuses new work, finishes what runs, lets go of everything. */
  stop(): Promise<void>
}

/** Builds everything once, by hand: what a part needs is in its arguments. The database is migrated. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, connection, log, now = () => new Date() } = options
  const platform = await buildPlatform({ config, connection, log, now })
  const sandbox = new Sandbox(platform, connection, config)
  const identity = new Identity(platform)
  const metrics = new Metrics()
  metrics.watchPool(platform.pool)
  const drain = new Drain()
  const stalls = options.stalls ?? new Stalls(log)
  metrics.watchEventLoop(stalls)
  const pulse = new Pulse(log)
  const checkReplies = options.checkReplies ?? false
  const server = await buildServer({
    config,
    platform,
    identify: identity,
    routes: allRoutes(sandbox, config, {
      requests: () => ({ ...metrics.recent.read(), inFlight: drain.running }),
      pulse,
      pool: platform.pool,
    }),
    metrics,
    drain,
    checkReplies,
  })
  addPages(server, { config, platform, identify: identity, metrics, drain, stalls })
  await addConsole(server)
  const tail = new EventTail(platform.db, log)
  const audience = new Audience(allKinds, platform.signals)
  addEventStream(server, {
    platform,
    identify: identity,
    drain,
    tail,
    seenBy: (ctx, events) => audience.seenBy(ctx, events),
  })
  addDocs(server, {
    pub: () => describeApi(areas, 'pub', VERSION),
    manage: () => describeApi(areas, 'manage', VERSION),
  })
  addAssets(server)
  closeSilentConnections(server)
  const runners: Runner[] = []
  return {
    platform,
    server,
    listen: () => server.listen({ host: config.HOST, port: config.PORT }),
    startJobs: async ({ withoutWebhooks = false } = {}) => {
      const workers = config.KONTOR_WORKERS
      if (workers === 0) return
      runners.push(
        await startJobs(platform, connection, {
          jobs: jobsOf(platform),
          workers,
          lease: config.KONTOR_JOB_LEASE,
        }),
        startProcessJobs(platform, {
          workers,
          executors: executorsFor(platform),
          publicUrl: config.KONTOR_PUBLIC_URL ?? addressOf(server),
          lease: config.KONTOR_JOB_LEASE,
        }),
      )
      if (!withoutWebhooks) {
        runners.push(await startWebhooks(platform, tail, config.KONTOR_PRIVATE_ADDRESSES))
      }
    },
    stop: async () => {
      await Promise.all([
        drain.finish().then(() => server.close()),
        ...runners.map((runner) => runner.stop()),
      ])
      await pulse.stop()
      await stalls.stop()
      await sandbox.stop()
      const { scripts, diagrams, documents } = platform
      await Promise.all([scripts.close(), diagrams.close(), documents.close()])
      await identity.stop()
      await platform.signals.stop()
      await platform.pool.end()
    },
  }
}

/** Where the server itself listens, for who is called back and knows no other address. */
function addressOf(server: FastifyInstance): string {
  const [listening] = server.addresses()
  if (!listening || typeof listening === 'string') return ''
  const { family, address, port } = listening
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

export async function buildPlatform({
  config,
  connection,
  log,
  now,
}: Required<Omit<AppOptions, 'checkReplies' | 'stalls'>>): Promise<Platform> {
  const pool = connectPool(connection, config.KONTOR_DATABASE_POOL)
  const signals = new Signals(connection, log)
  await signals.start()
  const access = new Access(allResources, signals)
  const definitions = new Definitions(signals)
  const files = await openFiles(config)
  const db = poolDb(pool, signals)
  return {
    config,
    pool,
    db,
    connect: () => connectClient(connection),
    signals,
    access,
    kinds: allKinds,
    definitions,
    files,
    scripts: openScripts(config),
    diagrams: new Diagrams(),
    mailer: new Mailer(config),
    secrets: await openSecrets(db, config),
    documents: new Documents(),
    listeners,
    log,
    now,
  }
}
