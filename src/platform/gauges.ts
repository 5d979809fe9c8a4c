import type { Config } from './config.ts'
import type { Platform } from './context.ts'
import type { Db } from './db/db.ts'

/** Numbers about the state of the system, sampled in the background and never while a scrape waits. */
export type GaugeGroup = {
  name: string
  gauges: Record<string, Gauge>
  /** Absent = always. */
  isWanted?(config: Config): boolean
  /** Must be cheap: limited rows, or an index. Omitted values keep their last number. */
  read(source: GaugeSource): Promise<Values>
}

export type Gauge = {
  help: string
  /** The label that distinguishes several values. */
  label?: string
}

export type Values = Record<string, number | Record<string, number>>

export type GaugeSource = Pick<Platform, 'config' | 'files'> & { db: Db }
