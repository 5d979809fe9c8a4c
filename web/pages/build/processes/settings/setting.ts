import type { ElementKind } from './kind.ts'
import type { SettingTarget } from './place.ts'

/** What a text field suggests. */
export type Suggested =
  | 'variables'
  | 'apps'
  | 'processes'
  | 'modules'
  | 'templates'
  | 'exits'
  | 'messages'
  | 'activities'

/** How a setting is edited. */
export type Control =
  | { kind: 'text'; suggests?: Suggested }
  | { kind: 'lines' | 'script' | 'condition' | 'people' | 'time' | 'yes-no' | 'form' | 'mappings' }
  /** `texts` are those of its values, where several settings share them. */
  | { kind: 'choice'; values: readonly string[]; texts?: 'yesNo' }

export type Group = 'general' | 'work' | 'event' | 'form' | 'values' | 'exit' | 'loop'

/** One setting of the panel. `name` is also the name of its texts. */
export type Setting = {
  name: string
  group: Group
  control: Control
  place: SettingTarget
  isOn: (kind: ElementKind) => boolean
}

export const text: Control = { kind: 'text' }
export const lines: Control = { kind: 'lines' }
export const people: Control = { kind: 'people' }
export const condition: Control = { kind: 'condition' }
export const yesNo: Control = { kind: 'yes-no' }
export const from = (suggests: Suggested): Control => ({ kind: 'text', suggests })
export const choice = (values: readonly string[]): Control => ({ kind: 'choice', values })
