import { z } from 'zod'

const text = z.string().catch('')
const flag = z.boolean().catch(false)
const list = z.array(z.unknown()).catch([])
const number = z.number().catch(Number.NaN)
const settings = z.record(z.string(), z.unknown()).catch({})

const bounds = { x: number, y: number, width: number, height: number }

export const Item = z.looseObject({
  id: z.string(),
  type: text,
  name: text,
  lane: text,
  loop: text,
  settings,
  ...bounds,
})
export type Item = z.output<typeof Item>

export const Transition = z.looseObject({
  id: z.string(),
  name: text,
  type: text,
  source: z.string(),
  target: z.string(),
  path: z.array(z.looseObject({ x: z.number(), y: z.number() })).catch([]),
  settings: z
    .looseObject({
      conditions: list,
      exit: z
        .looseObject({
          confirm: text,
          confirmText: text,
          buttonClass: text,
          formFields: list,
          interrupt: flag,
          skipCheck: flag,
        })
        .nullish()
        .catch(null),
    })
    .catch({ conditions: [], exit: null }),
})
export type Transition = z.output<typeof Transition>

export const Lane = z.looseObject({
  id: z.string(),
  name: text,
  multiInstance: flag,
  settings: z
    .looseObject({ type: text, variable: text, groups: list })
    .catch({ type: '', variable: '', groups: [] }),
  ...bounds,
})
export type Lane = z.output<typeof Lane>

const map = z.record(z.string(), z.unknown()).catch({})

export const Process = z.looseObject({
  __name: text,
  namespace: text,
  code: text,
  manualRun: z.boolean().catch(true),
  hideInList: flag,
  context: list,
  forms: list,
  scripts: text,
  process: z.looseObject({ items: map, transitions: map, lanes: map }),
})
export type Process = z.output<typeof Process>

export const Binding = z.looseObject({
  source: z.looseObject({ kind: text, value: z.unknown().optional() }).nullish(),
  target: z.looseObject({ kind: text, value: z.unknown().optional() }),
  convert: text,
})

export const Time = z.looseObject({
  kind: text,
  code: text,
  days: z.number().catch(0),
  hours: z.number().catch(0),
  minutes: z.number().catch(0),
  absolute: flag,
  substraction: flag,
})
export type Time = z.output<typeof Time>

const Action = z
  .looseObject({ notify: flag, interrupt: flag, receivers: list, exit: text })
  .catch({ notify: false, interrupt: false, receivers: [], exit: '' })

export const Escalation = z
  .looseObject({
    byTime: z
      .looseObject({ enabled: flag, limit: z.unknown().optional(), action: Action })
      .nullish()
      .catch(null),
    byError: Action.nullish(),
  })
  .nullish()
  .catch(null)

export const Receiver = z.looseObject({ kind: text, code: text, namespace: text, label: text })
