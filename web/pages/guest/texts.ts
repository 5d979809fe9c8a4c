import type { guest } from '../../texts/en/guest.ts'
import { lazyTexts } from '../../texts/lazy-texts.ts'

export const useGuestTexts = lazyTexts<typeof guest>({
  en: async () => (await import('../../texts/en/guest.ts')).guest,
  ru: async () => (await import('../../texts/ru/guest.ts')).guest,
})
