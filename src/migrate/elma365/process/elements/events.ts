import { isFit } from '../../world.ts'
import { toTime } from '../times.ts'
import { isVariable } from '../work.ts'
import { expression } from '../write.ts'
import type { Xml } from '../xml.ts'
import { type Convert, giveUp, nameOf, textIn } from './shape.ts'

export const start: Convert = (work, item) => {
  const { schedule } = item.settings
  if (schedule !== undefined && schedule !== null) {
    work.say(
      'not understood',
      'start (schedule)',
      'its form is unknown: add a timer to the start event',
    )
  }
  return { tag: 'startEvent' }
}

const QUIET = ['', 'nothing']

export const end: Convert = (work, item) => {
  const action = textIn(item.settings, 'actionType')
  if (!QUIET.includes(action)) work.say('changed', nameOf(item), `it shows nothing ("${action}")`)
  return { tag: 'endEvent' }
}

export const event: Convert = (work, item) => {
  const kind = textIn(item.settings, 'kind')
  if (!isFit(work.say, 'event', kind, `${nameOf(item)}: ${kind}`)) {
    return {
      tag: 'serviceTask',
      attributes: { 'kontor:topic': `elma365/${kind.replaceAll(/\W/g, '_')}` },
    }
  }
  const time = toTime(item.settings.timer, (code) => isVariable(work, code))
  if (!time || 'why' in time) return giveUp(work, item, time?.why ?? 'it has no time')
  if (time.note) work.say('changed', nameOf(item), time.note)
  return { tag: 'intermediateCatchEvent', children: [timerOf(time.text)] }
}

export const timerOf = (text: string): Xml => ({
  tag: 'bpmn:timerEventDefinition',
  children: [expression('timeDuration', text)],
})
