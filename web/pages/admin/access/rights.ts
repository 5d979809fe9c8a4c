import { type Texts, useTexts } from '../texts.ts'

export type Right = keyof Texts['admin']['access']['rights']
const RIGHTS: Right[] = ['read', 'create', 'update', 'delete', 'import', 'export', 'manage']

export function useRights() {
  const t = useTexts().admin.access.rights
  return {
    options: RIGHTS.map((right) => ({ value: right, label: t[right] })),
    nameOf: (right: string) => t[right as Right] ?? right,
  }
}
