import type { Texts } from '../index.ts'

export const apps: Texts['apps'] = {}
