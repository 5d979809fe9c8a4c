import { CHOICES, SETTINGS } from '../../../../../src/engine/checks/steps.ts'
import type { NodeType } from '../../../../../src/engine/model.ts'
import type { ElementKind } from './kind.ts'
import { type Control, from, lines, people, type Setting, text } from './setting.ts'

/** How each setting of a step is edited; those with a fixed set of values are choices. */
const CONTROLS: Record<string, Control> = {
  app: from('apps'),
  status: text,
  correlation: from('variables'),
  ttl: { kind: 'time' },
  retries: text,
  backoff: text,
  retryOn: text,
  target: from('variables'),
  taskName: text,
  participants: people,
  module: from('modules'),
  action: text,
  decision: { kind: 'script' },
  receivers: people,
  subject: text,
  body: lines,
  to: from('variables'),
  cc: from('variables'),
  bcc: from('variables'),
  attachments: from('variables'),
  result: from('variables'),
  template: from('templates'),
  targetFieldCode: from('variables'),
  messageHeader: text,
  messageBody: lines,
  signExit: from('exits'),
  cancelExit: from('exits'),
  folder: text,
  function: text,
  goal: lines,
  operations: text,
  user: text,
  approval: text,
  model: text,
  maxSteps: text,
  maxTokens: text,
  maxTime: { kind: 'time' },
}

/** Settings of events that only some triggers have. */
const WITH_TRIGGER: Record<string, string[]> = {
  app: ['item', 'condition'],
  event: ['item', 'condition'],
  status: ['item', 'status', 'condition'],
  result: ['item', 'condition'],
  target: ['status', 'condition'],
  correlation: ['message'],
  always: ['message'],
  ttl: ['message'],
}
const EVENTS: NodeType[] = ['start', 'end', 'event']

export const STEP_SETTINGS: Setting[] = [...new Set(Object.values(SETTINGS).flatMap(namesIn))].map(
  (name) => ({
    name: `step_${name}`,
    group: 'work',
    control: controlOf(name),
    place: { at: 'setting', name },
    isOn: ({ type, trigger, isThrowing }) => {
      if (!namesIn(SETTINGS[type as NodeType]).includes(name)) return false
      const triggers = WITH_TRIGGER[name]
      if (!triggers || !EVENTS.includes(type as NodeType)) return true
      if (name === 'ttl' && !isThrowing) return false
      return triggers.includes(trigger) && !(isThrowing && trigger === 'condition')
    },
  }),
)

function controlOf(name: string): Control {
  const values = CHOICES[name]
  if (!values) return CONTROLS[name] ?? text
  const isYesNo = values.includes('true') && name !== 'approved'
  return { kind: 'choice', values, ...(isYesNo && { texts: 'yesNo' }) }
}

function namesIn(of: { must?: string[]; may?: string[] } | undefined): string[] {
  return [...(of?.must ?? []), ...(of?.may ?? [])]
}

/** Names of settings without a control of their own; a test finds them. */
export const withoutControl = (): string[] =>
  [...new Set(Object.values(SETTINGS).flatMap(namesIn))].filter(
    (name) => !CHOICES[name] && !CONTROLS[name],
  )

/** Whether a step cannot do without it. */
export const isRequired = (kind: ElementKind, { place }: Setting): boolean =>
  place.at === 'setting' && (SETTINGS[kind.type as NodeType]?.must ?? []).includes(place.name)
