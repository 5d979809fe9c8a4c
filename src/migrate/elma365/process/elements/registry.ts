import type { coverage } from '../../coverage.ts'
import { isFit } from '../../world.ts'
import { ca, call } from './calls.ts'
import { docTemplate } from './documents.ts'
import { end, event, start } from './events.ts'
import { gateway } from './gateway.ts'
import { appCreate, appUpdate, assignment, status } from './items.ts'
import { notification, sendMail } from './messages.ts'
import { program, script } from './programs.ts'
import { byProgram, type Convert, nameOf } from './shape.ts'
import { approval, closeSheet, inform, sign } from './sheets.ts'
import { user } from './user.ts'

/** What each kind of element becomes. */
const ELEMENTS: Record<keyof (typeof coverage)['element'], Convert> = {
  start,
  end,
  user,
  gateway,
  event,
  assignment,
  status,
  app_create: appCreate,
  app_update: appUpdate,
  doc_template: docTemplate,
  notification,
  send_mail: sendMail,
  call,
  ca,
  approval_list_process: approval,
  approval_list_close: closeSheet,
  inform_list_process: inform,
  sign_item: sign,
  script,
  pdf_convert: program,
  file_template: program,
  send_sms: program,
  app_element_permissions: program,
  registration: program,
}

export const convertElement: Convert = (work, item) => {
  isFit(work.say, 'element', item.type, nameOf(item))
  const convert = Object.hasOwn(ELEMENTS, item.type)
    ? ELEMENTS[item.type as keyof typeof ELEMENTS]
    : undefined
  return convert ? convert(work, item) : byProgram(work, item.type)
}
