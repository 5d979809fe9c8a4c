import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { describeApi } from './api/openapi.ts'
import { executorsFor, jobsOf, programsFor } from './app/background.ts'
import { checksOf } from './app/checks.ts'
import { addForms, MOST_REQUESTS } from './app/forms.ts'
import { allGauges } from './app/gauges.ts'
import { allKinds } from './app/kinds.ts'
import { addMcp } from './app/mcp.ts'
import { addModuleRoutes } from './app/module-routes.ts'
import { addOAuth } from './app/oauth.ts'
import { buildPlatform } from './app/platform.ts'
import { addPostedSignIns } from './app/posted-sign-ins.ts'
import { allRoutes } from './app/routes.ts'
import { Identity } from './areas/access/identity.ts'
import { startProcessJobs } from './areas/processes/jobs/runner.ts'
import { Sandbox } from './areas/reports/sandbox.ts'
import { startSearchFeed } from './areas/search/feed.ts'
import { startWebhooks } from './areas/webhooks/sender.ts'
import { areas } from './client/areas.ts'
import { addAssets } from './http/assets.ts'
import { addConsole } from './http/console.ts'
import { addDocs } from './http/docs.ts'
import { Drain } from './http/drain.ts'
import { addEventStream } from './http/event-stream.ts'
import { Metrics } from './http/metrics.ts'
import { addPages } from './http/pages.ts'
import { RateLimit } from './http/rate-limit.ts'
import { SampledGauges } from './http/sampled-gauges.ts'
import { buildServer } from './http/server.ts'
import { closeSilentConnections } from './http/silent-connections.ts'
import { Audience } from './kinds/audience.ts'
import type { Config } from './platform/config.ts'
import type { Platform } from './platform/context.ts'
import { traffic } from './platform/db/batching-socket.ts'
import type { Connection } from './platform/db/db.ts'
import { EventTail } from './platform/event-tail.ts'
import { type Runner, startJobs } from './platform/jobs/runner.ts'
import type { Log } from './platform/log.ts'
import { Pulse } from './platform/pulse.ts'
import { askingThreads, handlerThreads } from './platform/scripts/scripts.ts'
import { Stalls } from './platform/stalls/stalls.ts'
import { isTelemetryEnabled, type Telemetry } from './platform/telemetry/endpoints.ts'
import { VERSION } from './platform/version.ts'

export type AppOptions = {
  config: Config
  connection: Connection
  log: Log
  /** Replaces the time of the database; and the clock of this machine, which tests set wrong. */
  now?: () => Date
  machine?: () => number
  checkReplies?: boolean
  /** Watches the event loop; absent = a new one. */
  stalls?: Stalls
  /** The other server processes that share the port. */
  workers?: Peers
}

type Peers = {
  share(registry: Registry): void
  /** The combined metrics of all processes. */
  metrics(): Promise<string>
}

export type App = {
  platform: Platform
  identity: Identity
  server: FastifyInstance
  /** Listens and answers its own address. */
  listen(): Promise<string>
  /** Without webhooks their deliveries wait, or other nodes send them. */
  startJobs(options?: { withoutWebhooks?: boolean }): Promise<void>
  /**
   * Refuses new work, finishes running work and closes everything. A process that is being replaced refuses
   * nothing.
   */
  stop(options?: { isReplaced?: boolean | undefined }): Promise<void>
}

/** Builds everything once, by hand: what a part needs is in its arguments. The database is migrated. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, log, connection, now, machine } = options
  const platform = await buildPlatform({ config, connection, log, now, machine })
  const sandbox = new Sandbox(platform, platform.connection, config)
  const identity = new Identity(platform)
  const metrics = new Metrics()
  metrics.watchPool(platform.pool, () => platform.connections.waiting)
  metrics.watchClock(platform.clock)
  if (platform.replicas) metrics.watchReplicas(platform.replicas)
  platform.replicas?.start()
  metrics.watchDatabase(traffic)
  metrics.watchHiddenConflicts(platform.hiddenConflicts)
  metrics.watchState(platform)
  const gauges = new SampledGauges(platform, metrics.registry, allGauges)
  options.workers?.share(metrics.registry)
  const telemetry = await openTelemetry(config, metrics, log)
  const drain = new Drain()
  const stalls = options.stalls ?? new Stalls(log)
  metrics.watchEventLoop(stalls)
  const pulse = new Pulse(log, stalls)
  const checkReplies = options.checkReplies ?? false
  const strangers = new RateLimit(MOST_REQUESTS, platform.now)
  const routes = allRoutes({
    programs: () => programs,
    strangers,
    sandbox,
    config,
    signals: platform.signals,
    sources: {
      requests: () => ({ ...metrics.recent.read(), inFlight: drain.running }),
      pulse,
      pool: platform.pool,
      checks: checksOf(config),
    },
  })
  const server = await buildServer({
    config,
    platform,
    identify: identity,
    routes,
    metrics,
    drain,
    checkReplies,
  })
  const readMetrics = () => options.workers?.metrics() ?? metrics.text()
  addPages(server, { config, platform, identify: identity, readMetrics, drain, stalls })
  await addConsole(server)
  const tail = new EventTail(platform.db, log)
  const audience = new Audience(allKinds, platform.signals)
  tail.watch((events) => audience.notice(events))
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
  addForms(server, { platform, strangers })
  const programs = programsFor(platform, routes)
  addModuleRoutes(server, { platform, identify: identity, strangers, run: programs })
  addOAuth(server, { config, platform })
  addPostedSignIns(server)
  addMcp(server, { config, identify: identity, address: () => addressOf(server), platform })
  addAssets(server)
  closeSilentConnections(server)
  const runners: Runner[] = []
  return {
    platform,
    identity,
    server,
    listen: async () => {
      const address = await server.listen({ host: config.HOST, port: config.PORT })
      metrics.markServing()
      gauges.start()
      return address
    },
    startJobs: async ({ withoutWebhooks = false } = {}) => {
      const workers = config.KONTOR_WORKERS
      if (workers === 0) return
      runners.push(
        await startJobs(platform, {
          jobs: jobsOf(platform, { sandbox, kinds: allKinds }),
          workers,
          lease: config.KONTOR_JOB_LEASE,
        }),
        startProcessJobs(platform, {
          workers,
          executors: executorsFor(platform, routes, programs),
          publicUrl: config.KONTOR_PUBLIC_URL ?? addressOf(server),
          lease: config.KONTOR_JOB_LEASE,
          slow: { kinds: ['agent'], lease: config.KONTOR_AGENT_TIMEOUT },
          apart: [
            { kinds: ['script'], workers: config.KONTOR_SCRIPT_WORKERS },
            {
              kinds: ['script.asking', 'action.script'],
              workers: askingThreads(config.KONTOR_SCRIPT_WORKERS),
            },
            { kinds: ['module.event'], workers: handlerThreads(config.KONTOR_SCRIPT_WORKERS) },
          ],
        }),
      )
      runners.push(startSearchFeed(platform, allKinds))
      if (!withoutWebhooks) {
        runners.push(startWebhooks(platform, tail, config.KONTOR_PRIVATE_ADDRESSES))
      }
    },
    stop: async ({ isReplaced = false } = {}) => {
      if (isReplaced) await drain.handOver(server.server)
      await Promise.all([
        drain.finish().then(() => server.close()),
        ...runners.map((runner) => runner.stop()),
      ])
      await gauges.stop()
      await pulse.stop()
      await stalls.stop()
      await sandbox.stop()
      const { scripts, diagrams, decisions, documents, texts, previews, turns } = platform
      previews.close()
      platform.submissions.close()
      for (const each of Object.values(turns)) each.close()
      await Promise.all(
        [scripts, diagrams, decisions, documents, texts].map((each) => each.close()),
      )
      await identity.stop()
      await telemetry?.stop()
      await platform.replicas?.stop()
      await platform.signals.stop()
      await platform.pool.end()
    },
  }
}

/** Loaded only if enabled. */
async function openTelemetry(
  config: Config,
  { registry }: Metrics,
  log: Log,
): Promise<Telemetry | undefined> {
  if (!isTelemetryEnabled(config)) return undefined
  const { startTelemetry } = await import('./platform/telemetry/telemetry.ts')
  return startTelemetry(config, registry, log)
}

/** The address where the server itself listens, for callbacks without a public address. */
function addressOf(server: FastifyInstance): string {
  const [listening] = server.addresses()
  if (!listening || typeof listening === 'string') return ''
  const { family, address, port } = listening
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
