import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'

export type Finding = { state: 'ok' | 'warning' | 'problem'; text: string }

/** One check of `kontor doctor`. Areas add theirs to the list in `app.ts`. */
export type Check = {
  name: string
  /** Goes through everything that is stored, which may take minutes. */
  isThorough?: true
  run(db: Db, config: Config): Promise<Finding>
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string): Finding => ({ state: 'warning', text })
export const problem = (text: string): Finding => ({ state: 'problem', text })
