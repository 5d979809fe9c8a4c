import type { Texts } from '../index.ts'

export const telephony: Texts['telephony'] = {}
