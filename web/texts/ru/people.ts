import type { Texts } from '../index.ts'

export const people: Texts['people'] = {}
