import { newId } from '../../lib/ids.ts'
import { SYSTEM } from '../caller.ts'
import { type Platform, write } from '../context.ts'
import type { Db } from '../db/db.ts'
import { sql } from '../db/sql.ts'
import { BackgroundLoop } from '../loops/background-loop.ts'

/** A worker without a lease keeps its jobs for so many lease periods: it may be alive and unable to renew it. */
const PERIODS = 10

/**
 * Renews the lease of this node's worker, and releases the jobs of workers whose lease has expired. A node
 * that is only slow loses its jobs as well: handlers may run twice.
 */
export class WorkerLease {
  readonly #platform: Platform
  readonly #worker: string
  readonly #seconds: number
  readonly #loop: BackgroundLoop

  constructor(platform: Platform, worker: string, seconds: number) {
    const { log } = platform
    this.#platform = platform
    this.#worker = worker
    this.#seconds = seconds
    this.#loop = new BackgroundLoop({
      round: () => this.#renew(),
      onFailure: (err) => log.warn({ err }, 'the lease of this node for jobs cannot be renewed'),
    })
  }

  start(): void {
    this.#loop.start()
  }

  /** Call when no job of this node runs any more. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    // If this fails, the lease expires by itself.
    await this.#write((db) =>
      db.run(sql`delete from kontor.job_workers where id = ${this.#worker}`),
    ).catch(() => undefined)
  }

  async #renew(): Promise<number> {
    await this.#write((db) =>
      db.run(sql`
        insert into kontor.job_workers (id, lease_until)
        values (${this.#worker}, now() + ${this.#seconds} * interval '1 second')
        on conflict (id) do update set lease_until = excluded.lease_until`),
    )
    // One statement, so that jobs are released exactly when their worker is deleted. A worker that died before its
    // first lease is known only by its jobs.
    const lost = await this.#write((db) =>
      db.first(sql<{ workers: number }>`
        with lost as (
          delete from kontor.job_workers where id in (
            select id from kontor.job_workers where lease_until < now() for update skip locked)
          returning id
        ), unknown as (
          select distinct j.locked_by as id from graphile_worker.jobs j
          where j.locked_at < now() - ${this.#seconds * PERIODS} * interval '1 second'
            and not exists (select 1 from kontor.job_workers w where w.id = j.locked_by)
        ), ids as (
          select coalesce(array_agg(id), '{}') as all
            from (select id from lost union select id from unknown) _
        )
        select cardinality(ids.all) as workers, graphile_worker.force_unlock_workers(ids.all)
          from ids`),
    )
    const { workers = 0 } = lost ?? {}
    if (workers > 0) this.#platform.log.warn({ workers }, 'freed the jobs of nodes that are gone')
    return (this.#seconds * 1000) / 3
  }

  #write<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const origin = { user: SYSTEM, requestId: newId(), log: this.#platform.log }
    return write(this.#platform, origin, (ctx) => work(ctx.db))
  }
}
