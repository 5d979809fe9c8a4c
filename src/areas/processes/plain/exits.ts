import { v5 } from 'uuid'
import type { OfferedExit } from '../exits.ts'
import type { Task } from '../store/tasks.ts'
import type { Translate } from '../texts.ts'

const DONE = 'done'

const exitId = ({ id }: Pick<Task, 'id'>): string => v5(`exit:${DONE}`, id)

/** A plain task has only the exit `done`; withdrawing it is for its author. */
export const plainExits = (task: Pick<Task, 'id'>, say: Translate): OfferedExit[] => [
  {
    id: exitId(task),
    name: say('Done'),
    type: 'default',
    buttonClass: 'primary',
    confirm: 'none',
    confirmText: '',
    skipCheck: false,
    formFields: [],
  },
]

export const isPlainExit = (task: Pick<Task, 'id'>, given: string): boolean =>
  given === DONE || given.toLowerCase() === exitId(task)
