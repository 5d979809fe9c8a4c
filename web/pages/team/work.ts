import type { ReplyOf } from '../../client.ts'
import { links } from '../../links.ts'
import { ALL, type TaskQuery, writeQuery } from '../tasks/query.ts'

export type TeamWork = ReplyOf<'workplace', 'team'>
export type Person = TeamWork['people'][number]
export type Step = TeamWork['steps'][number]
export type Process = TeamWork['processes'][number]

/** As far back as the server counts what was done. */
const DAYS = '30'

export const DONE_LATE = { state: 'finished', late: true, ended: DAYS } as const

/** The list that a number counts. */
export const listOf =
  (whose: TeamWork['whose']) =>
  (query: Partial<TaskQuery>): string => {
    const search = writeQuery({ ...ALL, ...query }).toString()
    return `${links.tasks(whose === 'people' ? 'people' : 'all')}${search && `?${search}`}`
  }

export const inStep = ({ process, element }: Step): Partial<TaskQuery> => ({
  process: `${process.namespace}:${process.code}`,
  step: element,
})
