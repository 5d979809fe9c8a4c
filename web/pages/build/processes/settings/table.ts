import { ELEMENT_SETTINGS } from './elements.ts'
import type { ElementKind } from './kind.ts'
import type { Setting } from './setting.ts'
import { STEP_SETTINGS } from './steps.ts'

/** Every setting that the panel has. */
export const TABLE: readonly Setting[] = [...ELEMENT_SETTINGS, ...STEP_SETTINGS]

export const settingsOf = (kind: ElementKind): Setting[] => TABLE.filter(({ isOn }) => isOn(kind))
