import type { Texts } from '../index.ts'

export const registration: Texts['registration'] = {}
