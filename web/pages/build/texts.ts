import type { build } from '../../texts/en/build/index.ts'
import { lazyTexts } from '../../texts/lazy-texts.ts'

export type BuildTexts = typeof build

/** The texts of the designers; they are not part of the first load. */
export const useBuildTexts = lazyTexts<BuildTexts>({
  en: async () => (await import('../../texts/en/build/index.ts')).build,
  ru: async () => (await import('../../texts/ru/build/index.ts')).build,
})
