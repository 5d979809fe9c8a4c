import { useEffect, useRef, useState } from 'react'

const PAUSE = 500

/** A text that is written on after a pause, when the field is left, and when it goes away. */
export function usePendingText(value: string, onChange: (value: string) => void) {
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
    if (pending.current === undefined) setText(value)
  }, [value])
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
