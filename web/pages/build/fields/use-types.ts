import { type JsonSchema, typeOf } from '../schema/json-schema.ts'
import { useBuildTexts } from '../texts.ts'

const GROUPS = {
  text: ['STRING', 'LINK'],
  number: ['INTEGER', 'FLOAT', 'MONEY', 'DURATION'],
  choice: ['BOOLEAN', 'CATEGORY', 'DATETIME'],
  people: ['SYS_USER', 'ROLE', 'SYS_OSNODE', 'FULL_NAME', 'PHONE', 'EMAIL', 'ACCOUNT'],
  links: ['SYS_COLLECTION', 'REF_ITEM', 'FILE', 'IMAGE'],
  other: ['TABLE', 'JSON'],
} as const

/** The types of fields in people's words, those that belong together beside each other. */
export function useTypes(types: readonly JsonSchema[]) {
  const t = useBuildTexts().app.fields
  const words: Record<string, string> = t.types
  const known = types.map(typeOf)
  const grouped = new Set<string>(Object.values(GROUPS).flat())
  return Object.entries(GROUPS)
    .map(([group, members]) => ({
      group: t.typeGroups[group as keyof typeof GROUPS],
      items: [
        ...members.filter((type) => known.includes(type)),
        ...(group === 'other' ? known.filter((type) => !grouped.has(type)) : []),
      ].map((value) => ({ value, label: words[value] ?? value })),
    }))
    .filter(({ items }) => items.length > 0)
}
