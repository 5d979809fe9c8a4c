import { toTemplate } from '../../text.ts'
import { toReceivers } from '../people.ts'
import type { Item } from '../schemas.ts'
import { isVariable, type Work } from '../work.ts'
import { type Convert, giveUp, nameOf, step, textIn } from './shape.ts'

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export function receiversOf(work: Work, item: Item, given: unknown): string {
  return toReceivers(list(given), {
    world: work.world,
    say: work.say,
    isVariable: (code) => isVariable(work, code),
    what: nameOf(item),
    current: work.performers.get(item.lane) ?? '',
  })
}

export const notification: Convert = (work, item) => {
  const { settings } = item
  const receivers = receiversOf(work, item, settings.receivers)
  if (receivers === '') return giveUp(work, item, 'nobody is told')
  return {
    tag: 'sendTask',
    settings: {
      receivers,
      subject: templateOf(work, item, textIn(settings, 'messageHeader')),
      body: templateOf(work, item, textIn(settings, 'messageBody')),
    },
  }
}

/** A text with variables in it. */
export function templateOf(work: Work, item: Item, text: string): string | undefined {
  const { template, hasFunctions } = toTemplate(text)
  if (hasFunctions) work.say('changed', nameOf(item), 'functions around fields are left out')
  return template === '' ? undefined : template
}

export const sendMail: Convert = (work, item) => {
  const options = (item.settings.mainOptions ?? {}) as Record<string, unknown>
  const to = addressesIn(work, options.to)
  const subject = templateOf(work, item, textIn(options, 'subject'))
  if (to === '' || subject === undefined)
    return giveUp(work, item, 'its receivers or its subject are unknown')
  const senders = ['from', 'sender', 'replyTo'].filter((key) => textIn(options, key) !== '')
  if (senders.length > 0)
    work.say('changed', nameOf(item), `all mail comes from one address: no ${senders.join(', ')}`)
  const files = addressesIn(work, options.files).replaceAll(/[{}$]/g, '')
  return step('send_mail', {
    settings: {
      ...{ to, subject, body: templateOf(work, item, textIn(options, 'message')) },
      attachments: files === '' ? undefined : files,
    },
  })
}

/** A text, or a list of texts, variables and fixed values. */
function addressesIn(work: Work, given: unknown): string {
  const parts = (Array.isArray(given) ? given : [given]).flatMap((each): string[] => {
    if (typeof each === 'string') return each === '' ? [] : [toTemplate(each).template]
    const { kind, code, value } = (each ?? {}) as Record<string, unknown>
    const named = String(code ?? value ?? '')
    if (kind === 'context' && isVariable(work, named)) return [`{$${named}}`]
    return kind === 'manual' && named !== '' ? [named] : []
  })
  return parts.join(', ')
}
