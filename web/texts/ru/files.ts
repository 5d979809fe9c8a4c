import type { Texts } from '../index.ts'

export const files: Texts['files'] = {}
