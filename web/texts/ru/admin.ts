import type { Texts } from '../index.ts'

export const admin: Texts['admin'] = {}
