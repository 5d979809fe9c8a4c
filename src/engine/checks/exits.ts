import { type Check, problem, warning } from './problem.ts'

/** What an exit may ask before it is taken, and how its button looks. */
const CONFIRM = ['none', 'text', 'form'] as const
const BUTTONS = ['default', 'primary', 'danger'] as const

/** The exits of tasks ask and look as consoles understand it. */
export const checkExits: Check = (model) =>
  Object.values(model.flows).flatMap((flow) => {
    const { confirm, confirmText, buttonClass } = flow.exit
    const wrong = [
      !isOneOf(CONFIRM, confirm) && `kontor:confirm is one of ${CONFIRM.join(', ')}`,
      !isOneOf(BUTTONS, buttonClass) && `kontor:buttonClass is one of ${BUTTONS.join(', ')}`,
    ].filter((each) => each !== false)
    const isUnasked = confirm === 'none' && confirmText !== ''
    return [
      ...wrong.map((message) => problem(flow, message)),
      ...(isUnasked ? [warning(flow, 'kontor:confirmText is asked only with kontor:confirm')] : []),
    ]
  })

const isOneOf = (values: readonly string[], value: string): boolean => values.includes(value)
