import { exitsOf } from './elements/user-task.ts'
import { ExpressionError } from './expressions/expression.ts'
import type { Program } from './program.ts'
import { begin } from './run.ts'
import type { State } from './state.ts'
import { tokenIn } from './tokens.ts'

/** The current exits of an open task, with the ids that `submitted` takes. */
export type Exits = { id: string; name: string }[]

/** On a sheet the exits are the possible answers; on other tasks, the flows whose condition holds. */
export function exitsAt(program: Program, state: State, token: number): Exits {
  const found = tokenIn(state.control, token)
  if (found?.waits !== 'task') return []
  const { type } = program.node(found.node)
  if (type === 'approval_list_process') return named('approved', 'rejected')
  if (type === 'inform_list_process') return named('done')
  try {
    return exitsOf(begin(program, state, ''), token).map(({ id, name }) => ({ id, name }))
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}

const named = (...ids: string[]): Exits => ids.map((id) => ({ id, name: '' }))
