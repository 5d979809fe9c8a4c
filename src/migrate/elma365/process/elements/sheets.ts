import { fieldCode } from '../../text.ts'
import type { Item } from '../schemas.ts'
import { isVariable, toId, type Work } from '../work.ts'
import { receiversOf, templateOf } from './messages.ts'
import { type Convert, giveUp, type Shape, step, textIn } from './shape.ts'
import { taskNameOf } from './user.ts'

const PARALLEL: Shape['children'] = [{ tag: 'bpmn:multiInstanceLoopCharacteristics' }]

/** The variable with the item that people answer about. */
function targetOf(work: Work, { settings }: Item): string | undefined {
  const { target } = settings as { target?: unknown }
  const named = textIn(settings, 'targetFieldCode') || (typeof target === 'string' ? target : '')
  const code = fieldCode(named)
  return isVariable(work, code) ? code : undefined
}

const UNKNOWN = 'the variable with its item is not known'

export const approval: Convert = (work, item) => {
  const targetFieldCode = targetOf(work, item)
  if (targetFieldCode === undefined) return giveUp(work, item, UNKNOWN)
  const {
    autoApprovalSettings: silent,
    cleanUp,
    allowReassign,
  } = item.settings as {
    autoApprovalSettings?: { enabled?: unknown; approved?: unknown } | null
    cleanUp?: unknown
    allowReassign?: unknown
  }
  const answer = silent?.approved === true ? 'approved' : 'rejected'
  return step('approval_list_process', {
    settings: {
      ...{ targetFieldCode, taskName: taskNameOf(item.settings, 'taskName') },
      ...(silent?.enabled === true && { autoApproval: answer }),
      ...(cleanUp === true && { cleanUp: 'true' }),
      ...(allowReassign === false && { allowReassign: 'false' }),
    },
    ...(item.loop === 'parallel' && { children: PARALLEL }),
  })
}

export const closeSheet: Convert = (work, item) => {
  const targetFieldCode = targetOf(work, item)
  if (targetFieldCode === undefined) return giveUp(work, item, UNKNOWN)
  const approved = String(item.settings.approved === true)
  return step('approval_list_close', { settings: { targetFieldCode, approved } })
}

export const inform: Convert = (work, item) => {
  const targetFieldCode = targetOf(work, item)
  if (targetFieldCode === undefined) return giveUp(work, item, UNKNOWN)
  const { settings } = item
  return step('inform_list_process', {
    settings: {
      ...{ targetFieldCode, taskName: taskNameOf(settings, 'taskName') },
      receivers: receiversOf(work, item, settings.receivers) || undefined,
      messageHeader: templateOf(work, item, textIn(settings, 'messageHeader')),
      messageBody: templateOf(work, item, textIn(settings, 'messageBody')),
    },
  })
}

export const sign: Convert = (work, item) => {
  const targetFieldCode = targetOf(work, item)
  if (targetFieldCode === undefined) return giveUp(work, item, UNKNOWN)
  const exit = (key: string) => {
    const id = textIn(item.settings, key)
    const isThere = work.transitions.some((each) => each.id === id && each.source === item.id)
    return isThere ? toId(id, 'f') : undefined
  }
  return step('sign_item', {
    settings: { targetFieldCode, signExit: exit('signExit'), cancelExit: exit('cancelExit') },
  })
}
