import type { Config } from './config.ts'
import type { Platform } from './context.ts'
import type { Db } from './db/db.ts'

/** Numbers that tell how the system is, read now and then: never while somebody waits for the metrics. */
export type GaugeGroup = {
  name: string
  gauges: Record<string, Gauge>
  /** Absent = always. */
  isWanted?(config: Config): boolean
  /** Cheap: limited rows, or an index. What is left out keeps its last value. */
  read(source: GaugeSource): Promise<Values>
}

export type Gauge = {
  help: string
  /** Tells the values apart, if there are several. */
  label?: string
}

export type Values = Record<string, number | Record<string, number>>

export type GaugeSource = Pick<Platform, 'config' | 'files'> & { db: Db }
