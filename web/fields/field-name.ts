import { useTexts } from '../texts/index.ts'
import type { Field } from './field.ts'

/** What people call a field: the definitions name their own, the system's are in the texts. */
export function useFieldName() {
  const known = useTexts().items.systemFields as Record<string, string>
  return ({ code, view }: Field): string => known[code] ?? view.name
}
