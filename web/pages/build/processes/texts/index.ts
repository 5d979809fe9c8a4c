import { useLanguage } from '../../../../texts/index.ts'
import { en, type Texts } from './en.ts'
import { ru } from './ru.ts'

/** The texts of the process designer. */
export const useProcessTexts = (): Texts => (useLanguage() === 'ru' ? ru : en)
