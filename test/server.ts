import { afterAll } from 'vitest'
import { buildPlatform } from '../src/app/platform.ts'
import { Identity } from '../src/areas/access/identity.ts'
import { Drain } from '../src/http/drain.ts'
import type { Routes } from '../src/http/implement.ts'
import { Metrics } from '../src/http/metrics.ts'
import { addPages } from '../src/http/pages.ts'
import { buildServer } from '../src/http/server.ts'
import { readConfig } from '../src/platform/config.ts'
import { makeLog } from '../src/platform/log.ts'
import { Stalls } from '../src/platform/stalls/stalls.ts'
import { newDatabase } from './app.ts'
import { makers } from './make.ts'

type Options = { environment?: Record<string, string>; now?: () => Date }
export type LogLine = Record<string, unknown> & { level: string; msg: string }

/** A server with only the operations of a test, to test the frame. */
export async function startServer(routes: Routes, { environment = {}, now }: Options = {}) {
  const config = readConfig({ PORT: '0', ...environment })
  const lines: LogLine[] = []
  const log = makeLog('debug', {
    write: (text) =>
      lines.push(
        ...text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ),
  })
  const connection = await newDatabase()
  const clock = now ?? (() => new Date())
  const platform = await buildPlatform({ config, connection, log, now: clock })
  const identity = new Identity(platform)
  const metrics = new Metrics()
  const drain = new Drain()
  const server = await buildServer({
    config,
    platform,
    identify: identity,
    routes: [routes],
    metrics,
    drain,
  })
  const stalls = new Stalls(log)
  addPages(server, {
    config,
    platform,
    identify: identity,
    readMetrics: () => metrics.text(),
    drain,
    stalls,
  })
  const address = await server.listen({ host: config.HOST, port: config.PORT })
  afterAll(async () => {
    await server.close()
    await identity.stop()
    await stalls.stop()
    await platform.signals.stop()
    await platform.pool.end()
  })
  const make = makers(platform)
  return {
    platform,
    identity,
    server,
    address,
    lines,
    make,
    connection,
    admin: await make.user({ isAdministrator: true }),
  }
}
