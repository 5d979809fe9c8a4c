import { useTexts } from '../../../texts/index.ts'
import { settingAt } from '../schema/setting.ts'
import { useBuildTexts } from '../texts.ts'
import type { AppPartProps, StatusPartProps } from './part.ts'

type Choice = { value: string; label: string }

/** The fields of the app, to choose from; with the name if people may type it. */
export function useFieldChoices({ draft, file }: AppPartProps, withName = false): Choice[] {
  const t = useTexts().apps.system
  const fields = (settingAt({ draft, file, at: ['fields'] }) ?? {}) as Record<
    string,
    { name?: string } | undefined
  >
  const own = Object.entries(fields).map(([value, field]) => ({
    value,
    label: field?.name || value,
  }))
  return withName ? [{ value: '__name', label: t.__name }, ...own] : own
}

/** Statuses, groups of them, and all. */
export function useStatusChoices({ groups }: StatusPartProps): Choice[] {
  const t = useBuildTexts().app.statuses
  return [
    ...groups.flatMap(({ statuses }) =>
      (statuses ?? []).map(({ code, name }) => ({ value: code, label: name || code })),
    ),
    ...groups.map(({ code, name }) => ({ value: `${code}/*`, label: t.allOf(name || code) })),
    { value: '*', label: t.all },
  ]
}
