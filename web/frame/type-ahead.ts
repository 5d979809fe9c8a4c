/**
 * Keys that are typed after an input was asked for and before it has the focus: its code may still be on
 * its way. They belong to that input, not to the page behind it.
 */
let caught: { text: string; release: () => void } | undefined

/** From now on, until `takeKeys`. Escape takes back what was asked for. */
export function catchKeys(onEscape: () => void): void {
  if (caught) return
  const onKey = (event: KeyboardEvent) => {
    if (!caught || event.ctrlKey || event.metaKey || event.key === 'Tab') return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') {
      takeKeys()
      onEscape()
    } else if (event.key === 'Backspace') caught.text = caught.text.slice(0, -1)
    else if (event.key.length === 1) caught.text += event.key
  }
  window.addEventListener('keydown', onKey, { capture: true })
  caught = {
    text: '',
    release: () => window.removeEventListener('keydown', onKey, { capture: true }),
  }
}

/** What was typed so far; from here on keys go where the focus is. */
export function takeKeys(): string {
  const text = caught?.text ?? ''
  caught?.release()
  caught = undefined
  return text
}
