import { wordsOf } from '../../admin/solutions/in-words.ts'
import { valueAt } from '../draft/edits.ts'
import type { KeyPath } from '../draft/types.ts'
import type { Draft } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'
import type { JsonSchema } from './json-schema.ts'

/** Where a setting is: all that its input needs. */
export type SettingPath = { draft: Draft; file: string; at: KeyPath }

/** A setting and what its input is called. */
export type SettingProps = {
  place: SettingPath
  schema: JsonSchema
  label: string
  description?: string | undefined
  isRequired?: boolean
}

export const placeIn = (place: SettingPath, ...keys: (string | number)[]): SettingPath => ({
  ...place,
  at: [...place.at, ...keys],
})

export const settingAt = ({ draft, file, at }: SettingPath): unknown =>
  valueAt(draft.files[file]?.value, at)

/** Sets a value; one that would be there without being said is taken away. */
export function putSetting(
  { draft, file, at }: SettingPath,
  value: unknown,
  byDefault?: unknown,
): void {
  const isSaid = value !== undefined && value !== '' && value !== byDefault
  draft.set(file, at, isSaid ? value : undefined)
}

/** What is wrong with exactly this setting, or also within it. */
export const errorAt = ({ draft, file, at }: SettingPath, where?: 'within'): string | undefined =>
  draft
    .problemsAt(file, at, where)
    .map(({ message }) => message)
    .join('; ') || undefined

/** The caption of a setting in the reader's language, or in the words of the schema. */
export function useCaption() {
  const t = useBuildTexts().schema
  const [names, hints]: Record<string, string>[] = [t.keys, t.hints]
  return (key: string, { description }: JsonSchema = {}) => ({
    label: names?.[key] ?? wordsOf(key),
    description: hints?.[key] ?? (key in t.keys ? undefined : description),
  })
}
