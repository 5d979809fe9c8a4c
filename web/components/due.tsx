import type { ReactNode } from 'react'
import { urgencyOf } from '../days.ts'

type DueProps = {
  at: string | null
  /** It is done: late or not, nobody has to hurry. */
  isOver?: boolean
  children: ReactNode
}

/** When something is due: red once it is late, orange on its day. */
export function Due({ at, isOver = false, children }: DueProps) {
  return <span data-due={isOver ? undefined : urgencyOf(at)}>{children}</span>
}
