import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Platform } from '../platform/context.ts'
import type { HiddenConflicts } from '../platform/hidden-conflicts.ts'
import type { Replica } from '../platform/replicas/replica.ts'
import type { Replicas } from '../platform/replicas/replicas.ts'
import type { Stalls } from '../platform/stalls/stalls.ts'
import { RecentRequests } from './recent-requests.ts'

/** The metrics of one node, for Prometheus. */
export class Metrics {
  readonly recent = new RecentRequests()
  readonly registry = new Registry()
  readonly #duration: Histogram
  readonly #requests: Counter
  readonly #workers: Gauge

  constructor() {
    // In milliseconds: the usual 10 wake an idle node a hundred times a second.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 100 })
    const registers = [this.registry]
    this.#duration = new Histogram({
      name: 'kontor_request_seconds',
      help: 'Response time by operation',
      labelNames: ['operation'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    })
    this.#workers = new Gauge({
      name: 'kontor_workers',
      help: 'Server processes of this node that answer requests',
      registers,
    })
    this.#requests = new Counter({
      name: 'kontor_requests_total',
      help: 'Requests by operation and status',
      labelNames: ['operation', 'status'],
      registers,
    })
  }

  markServing(): void {
    this.#workers.set(1)
  }

  observe(operation: string, status: number, milliseconds: number): void {
    this.#duration.observe({ operation }, milliseconds / 1000)
    this.#requests.inc({ operation, status })
    this.recent.observe(status, milliseconds)
  }

  /** Callers that wait for their turn also wait for a connection. */
  watchPool(pool: pg.Pool, waiting: () => number): void {
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.set(read())
        },
      })
    gauge('kontor_database_connections', 'Connections to the database', () => pool.totalCount)
    gauge('kontor_database_idle', 'Idle connections to the database', () => pool.idleCount)
    gauge(
      'kontor_database_waiting',
      'Requests waiting for a connection',
      () => pool.waitingCount + waiting(),
    )
  }

  watchClock(clock: { skew: number }): void {
    new Gauge({
      name: 'kontor_clock_skew_seconds',
      help: 'Seconds by which the clock of this machine is ahead of that of the database',
      aggregator: 'average',
      registers: [this.registry],
      collect() {
        this.set(clock.skew)
      },
    })
  }

  watchReplicas({ all, answered }: Replicas): void {
    const registers = [this.registry]
    const gauge = (name: string, help: string, read: (replica: Replica) => number) =>
      new Gauge({
        name,
        help,
        labelNames: ['replica'],
        aggregator: 'max',
        registers,
        collect() {
          for (const replica of all) this.set({ replica: replica.name }, read(replica))
        },
      })
    gauge('kontor_replica_used', '1 while reads go to it', ({ isUsable }) => Number(isUsable))
    gauge('kontor_replica_lag_bytes', 'How far it is behind', ({ lag }) => lag.bytes)
    gauge('kontor_replica_lag_seconds', 'The same as time', ({ lag }) => lag.seconds)
    new Counter({
      name: 'kontor_replica_reads_total',
      help: 'Reads that a replica could answer, by who has answered',
      labelNames: ['by'],
      registers,
      collect() {
        this.reset()
        for (const [by, count] of Object.entries(answered)) this.inc({ by }, count)
      },
    })
  }

  watchHiddenConflicts({ total }: HiddenConflicts): void {
    new Counter({
      name: 'kontor_hidden_conflicts_total',
      help: 'Answers that a value, an id or a hash is taken, to callers who may not read by what',
      labelNames: ['kind'],
      registers: [this.registry],
      collect() {
        this.reset()
        for (const [kind, count] of Object.entries(total)) this.inc({ kind }, count)
      },
    })
  }

  /** Divided by the number of requests: how often a request waits for the database. */
  watchDatabase(traffic: { packets: number; statements: number }): void {
    const count = (name: string, help: string, read: () => number) =>
      new Counter({
        name,
        help,
        registers: [this.registry],
        collect() {
          this.reset()
          this.inc(read())
        },
      })
    count('kontor_database_packets_total', 'Packets to the database', () => traffic.packets)
    count('kontor_database_statements_total', 'Statements', () => traffic.statements)
  }

  /** Whether this node can use the database, and errors of the database by kind. */
  watchState({
    signals,
    fullDisk,
    mailer,
  }: Pick<Platform, 'signals' | 'fullDisk' | 'mailer'>): void {
    const registers = [this.registry]
    const gauge = (name: string, help: string, aggregator: 'min' | 'max', read: () => boolean) =>
      new Gauge({
        name,
        help,
        aggregator,
        registers,
        collect() {
          this.set(Number(read()))
        },
      })
    gauge('kontor_database_up', '1 while the database answers', 'min', () => signals.isConnected)
    gauge('kontor_database_full', '1 while its disk is full', 'max', () => fullDisk.isFull)
    new Counter({
      name: 'kontor_mails_total',
      help: 'Mails by what the mail server did with them',
      labelNames: ['result'],
      registers,
      collect() {
        this.reset()
        for (const [result, count] of Object.entries(mailer.counts)) this.inc({ result }, count)
      },
    })
  }

  watchEventLoop(stalls: Stalls): void {
    const registers = [this.registry]
    const delay = new Histogram({
      name: 'kontor_event_loop_delay_seconds',
      help: 'Delay of a timer of 100 ms in the event loop',
      buckets: [0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    })
    const longest = new Gauge({
      name: 'kontor_event_loop_longest_delay_seconds',
      help: 'The longest such delay since the start',
      aggregator: 'max',
      registers,
    })
    new Counter({
      name: 'kontor_stalls_total',
      help: 'Times in which the event loop was blocked, by whether the program or a busy machine did it',
      labelNames: ['by'],
      registers,
      collect() {
        this.reset()
        for (const [by, count] of Object.entries(stalls.counts)) this.inc({ by }, count)
      },
    })
    let most = 0
    stalls.onDelay((milliseconds) => {
      delay.observe(milliseconds / 1000)
      if (milliseconds > most) longest.set(milliseconds / 1000)
      most = Math.max(most, milliseconds)
    })
  }

  text(): Promise<string> {
    return this.registry.metrics()
  }
}
