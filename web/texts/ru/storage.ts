import type { Texts } from '../index.ts'

export const storage: Texts['storage'] = {}
