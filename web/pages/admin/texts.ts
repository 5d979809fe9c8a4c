import { useMemo } from 'react'
import type { admin } from '../../texts/en/admin.ts'
import { useTexts as useGeneral } from '../../texts/index.ts'
import { lazyTexts } from '../../texts/lazy-texts.ts'

const useAdmin = lazyTexts<typeof admin>({
  en: async () => (await import('../../texts/en/admin.ts')).admin,
  ru: async () => (await import('../../texts/ru/admin.ts')).admin,
})

/** All texts and those of the administration, which are not part of the first load. */
export function useTexts() {
  const texts = useGeneral()
  const own = useAdmin()
  return useMemo(() => ({ ...texts, admin: own }), [texts, own])
}

export type Texts = ReturnType<typeof useTexts>
