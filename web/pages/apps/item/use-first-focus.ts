import { type RefObject, useEffect } from 'react'

/** What is typed into; a list to choose from would open and hide the rest of the form. */
const TYPED =
  ':is(input:not([type=hidden], [type=file], [role=combobox], [aria-haspopup]), textarea)'

/** A form that appears is ready to be typed into. */
export function useFirstFocus(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    form.current
      ?.querySelector<HTMLElement>(`${TYPED}:not(:disabled, [readonly])`)
      ?.focus({ preventScroll: true })
  }, [form])
}
