import { lazyTexts } from './lazy-texts.ts'

export type Say = (message: string) => string
type ServerTexts = {
  /** What the server says of plans and checks. */
  told: Say
  /** What a difference is about: `field "title": name`. */
  what: Say
}

const asItIs: Say = (message) => message

const useBoth = lazyTexts<ServerTexts>({
  en: async () => ({ told: asItIs, what: asItIs }),
  ru: async () => {
    const { inRussian, whatInRussian } = await import('./ru/say-told.ts')
    return { told: inRussian, what: whatInRussian }
  },
})

export const useTold = (): Say => useBoth().told
export const useWhat = (): Say => useBoth().what
