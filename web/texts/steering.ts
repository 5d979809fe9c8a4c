import { steering as en } from './en/steering/index.ts'
import { type Language, useLanguage } from './index.ts'
import { steering as ru } from './ru/steering/index.ts'

export type SteeringTexts = typeof en

const TEXTS: Record<Language, SteeringTexts> = { en, ru }

/** Texts for those who steer what runs; they are not part of the first load. */
export const useSteeringTexts = (): SteeringTexts => TEXTS[useLanguage()]
