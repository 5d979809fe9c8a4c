import type { Texts } from '../index.ts'

export const reports: Texts['reports'] = {}
