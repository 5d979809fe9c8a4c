import autocannon from 'autocannon'
import { percentile, type Sample } from './compare.ts'
import type { Cpu } from './cpu.ts'

export const CALLERS = 16

export type Load = {
  address: string
  /** What one of the callers sends, over and over. */
  requests(caller: number): autocannon.Request[]
  cpu(): Cpu
  /** Puts a new name in place of `[<id>]` in every request. */
  withIds?: boolean
}

/** Loopback HTTP from as many connections as there are callers, each waiting for its answer. */
export async function drive(load: Load, seconds: number): Promise<Sample> {
  const times: number[] = []
  const before = load.cpu()
  const result = await run(load, seconds, (time) => times.push(time))
  const after = load.cpu()
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were refusals, ${result.errors} calls failed`)
  }
  return {
    perSecond: times.length / result.duration,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    nodeCpu: (after.node - before.node) / times.length,
    postgresCpu: (after.postgres - before.postgres) / times.length,
    ...(after.standby !== undefined && {
      standbyCpu: (after.standby - (before.standby ?? 0)) / times.length,
    }),
  }
}

function run(
  { address, requests, withIds = false }: Load,
  seconds: number,
  onAnswer: (time: number) => void,
): Promise<autocannon.Result> {
  let caller = 0
  const options = {
    url: address,
    connections: CALLERS,
    duration: seconds,
    idReplacement: withIds,
    setupClient: (client: autocannon.Client) => client.setRequests(requests(caller++)),
  }
  return new Promise((resolve, reject) => {
    const running = autocannon(options, (error, result) =>
      error ? reject(error) : resolve(result),
    )
    running.on('response', (_client, _status, _bytes, time) => onAnswer(time))
  })
}
