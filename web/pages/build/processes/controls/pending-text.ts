import { useEffect, useRef, useState } from 'react'

const PAUSE = 500

const asWritten = (text: string) => text

/**
 * A text that is written on after a pause, when the field is left, and when it goes away. What comes
 * back as `spell` has it is the same text: it does not replace what somebody is typing.
 */
export function usePendingText(
  value: string,
  onChange: (value: string) => void,
  spell: (text: string) => string = asWritten,
) {
  const [text, setText] = useState(value)
  const pending = useRef<string>(undefined)
  const commit = useRef(onChange)
  commit.current = onChange
  const flush = () => {
    const given = pending.current
    pending.current = undefined
    if (given !== undefined) commit.current(given)
  }
  const last = useRef(flush)
  last.current = flush
  useEffect(() => {
    if (pending.current !== undefined) return
    setText((shown) => (spell(shown) === value ? shown : value))
  }, [value, spell])
  useEffect(() => {
    if (text === value) return
    const timer = setTimeout(() => last.current(), PAUSE)
    return () => clearTimeout(timer)
  }, [text, value])
  useEffect(() => () => last.current(), [])
  const change = (given: string) => {
    pending.current = given
    setText(given)
  }
  return { text, change, flush }
}
