import { useTexts } from '../texts/index.ts'
import type { Field } from './field.ts'
import type { InputProps } from './kind.ts'

/** Nothing was ever said here. */
export function None() {
  const t = useTexts()
  return <span data-none>{t.frame.values.none}</span>
}

export const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

/** Lists come as lists, single values of the system as they are, and nothing as null. */
export const asList = <Element,>(value: unknown): Element[] => {
  if (Array.isArray(value)) return value
  return isEmpty(value) ? [] : [value as Element]
}

/** Several of them unless the definition says otherwise. */
export const isSingle = ({ single, array }: Field): boolean => single || !array

/** What every input says of its field. */
export const captionOf = ({ field, label, error, isDisabled = false }: InputProps) => ({
  label,
  'aria-label': label ?? field.view.name,
  description: (label !== undefined && field.view.tooltip) || undefined,
  error,
  disabled: isDisabled,
  required: field.required && !field.readonly,
})

/** The button that empties an input says whose it is. */
export function useClear({ field, label }: InputProps) {
  const t = useTexts()
  return { clearButtonProps: { 'aria-label': t.items.input.clear(label ?? field.view.name) } }
}

/** A setting of the field's own type. */
export const settingOf = <Value,>({ data }: Field, key: string): Value | undefined =>
  data[key] as Value | undefined
