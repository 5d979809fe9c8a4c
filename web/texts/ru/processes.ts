import type { Texts } from '../index.ts'

export const processes: Texts['processes'] = {}
