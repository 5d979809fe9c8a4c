import { useMemo } from 'react'
import { admin as en } from '../../texts/en/admin.ts'
import { type Language, useTexts as useGeneral, useLanguage } from '../../texts/index.ts'
import { admin as ru } from '../../texts/ru/admin.ts'

const ADMIN: Record<Language, typeof en> = { en, ru }

/** All texts and those of the administration, which are not part of the first load. */
export function useTexts() {
  const texts = useGeneral()
  const admin = ADMIN[useLanguage()]
  return useMemo(() => ({ ...texts, admin }), [texts, admin])
}

export type Texts = ReturnType<typeof useTexts>
