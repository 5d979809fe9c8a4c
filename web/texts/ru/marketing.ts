import type { Texts } from '../index.ts'

export const marketing: Texts['marketing'] = {}
