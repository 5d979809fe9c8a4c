import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../../../texts/index.ts'
import { drawn } from '../check.ts'
import { type Modeler, openModeler } from './modeler.ts'
import type { Shape } from './services.ts'
import { modelerWords } from './words-ru.ts'

const PAUSE = 250

type Source = { xml: string; onChange: (xml: string) => void }

export type Drawing = {
  modeler: Modeler | undefined
  /** What is selected; several at once are nothing that has settings. */
  shapes: Shape[]
  /** Counts up with every change, so that what shows the diagram is shown again. */
  revision: number
  error: unknown
  /** Writes what is still waiting. */
  flush: () => Promise<void>
}

/** A modeller in an element of the page. It writes only after somebody changed something. */
export function useModeler(
  host: RefObject<HTMLDivElement | null>,
  { xml, onChange }: Source,
): Drawing {
  const [modeler, setModeler] = useState<Modeler>()
  const [seen, setSeen] = useState<{ shapes: Shape[]; revision: number }>({
    shapes: [],
    revision: 0,
  })
  const [error, setError] = useState<unknown>()
  const written = useRef<string>(undefined)
  const commit = useRef(onChange)
  commit.current = onChange
  const language = useLanguage()
  const flush = useRef(async () => {})

  useEffect(() => {
    const element = host.current
    if (!element) return
    const words = language === 'ru' ? modelerWords : {}
    const opened = openModeler(element, { translate: (text) => words[text] ?? text })
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () =>
      setSeen(({ revision }) => ({
        shapes: opened.get('selection').get(),
        revision: revision + 1,
      }))
    const write = async () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      const text = await opened.xml()
      if (text === written.current) return
      written.current = text
      commit.current(text)
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void write(), PAUSE)
    }
    opened.on(['selection.changed', 'import.done'], look)
    opened.on(['commandStack.changed'], look)
    opened.on(['commandStack.elements.changed'], look)
    opened.onChanged(later)
    flush.current = write
    written.current = undefined
    setModeler(opened)
    return () => {
      setModeler(undefined)
      void write().finally(() => opened.destroy())
    }
  }, [host, language])

  useEffect(() => {
    if (!modeler || xml === '' || xml === written.current) return
    let isGone = false
    written.current = xml
    drawn(xml)
      .then((picture) => (isGone ? undefined : modeler.show(xml, picture)))
      .then(() => !isGone && setError(undefined))
      .catch((reason) => !isGone && setError(reason))
    return () => {
      isGone = true
    }
  }, [modeler, xml])

  const flushNow = useCallback(() => flush.current(), [])
  return { modeler, ...seen, error, flush: flushNow }
}
