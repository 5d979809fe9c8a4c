import type { Texts } from '../index.ts'

export const channels: Texts['channels'] = {}
