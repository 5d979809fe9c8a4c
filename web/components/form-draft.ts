import { useEffect, useRef, useState } from 'react'
import { forms } from '../frame/form-drafts.ts'
import { useMe } from '../frame/session.tsx'

const REST = 300

export type FormDraft<Values> = {
  /** What was left here last time, until somebody takes or discards it. */
  found: Values | undefined
  /** When it was left. */
  at: string | undefined
  /** Neither the one from last time nor this one is wanted any more. */
  forget(): void
  /** The one from last time is not wanted; what was typed since is. */
  discard(): void
  /** The one from last time is in the form now. */
  take(): void
}

/**
 * Keeps what somebody typed into a form and has not saved: in this browser, for this person, for a
 * while. `changes` is undefined as long as there is nothing to keep.
 */
export function useFormDraft<Values>(
  place: string,
  changes: Values | undefined,
): FormDraft<Values> {
  const key = `${useMe().id}:${place}`
  const [found, setFound] = useState(() => forms.read<Values>(key))
  const latest = useRef<Values | undefined>(undefined)
  const written = useRef<Values | undefined>(undefined)
  const forgotten = useRef<Values | undefined>(undefined)
  // What was forgotten is not kept again because the form is shown once more.
  latest.current = changes === forgotten.current ? undefined : changes
  useEffect(() => {
    const write = () => {
      if (latest.current === written.current) return true
      if (latest.current === undefined) forms.remove(key)
      else if (!forms.write(key, latest.current)) return false
      written.current = latest.current
      return true
    }
    // Where there is no room for it, the browser asks before the page is left.
    const guard = (event: BeforeUnloadEvent) => !write() && event.preventDefault()
    let timer: ReturnType<typeof setTimeout>
    const keep = () => {
      write()
      timer = setTimeout(keep, REST)
    }
    keep()
    addEventListener('beforeunload', guard)
    addEventListener('pagehide', write)
    return () => {
      clearTimeout(timer)
      removeEventListener('beforeunload', guard)
      removeEventListener('pagehide', write)
      write()
    }
  }, [key])
  return {
    found: found?.values,
    at: found && new Date(found.at).toISOString(),
    forget: () => {
      forgotten.current = latest.current ?? forgotten.current
      latest.current = undefined
      written.current = undefined
      forms.remove(key)
      setFound(undefined)
    },
    discard: () => {
      if (latest.current === undefined) forms.remove(key)
      setFound(undefined)
    },
    take: () => setFound(undefined),
  }
}
