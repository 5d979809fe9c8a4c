import { ActionIcon, Group } from '@mantine/core'
import { IconMaximize, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Failure } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import classes from './diagram.module.css'
import { useTouch } from './touch.ts'
import { type Marks, openViewer, type Viewer } from './viewer.ts'

export type Badge = { element: string; content: ReactNode }

export type DiagramProps = {
  xml: string
  /** What it is a diagram of. */
  label: string
  marks?: Marks
  badges?: readonly Badge[]
  /** The element to begin with where not all of it has room. */
  from?: string | undefined
  /** The element that is selected, where elements can be. */
  picked?: string | undefined
  onPick?: (element: string) => void
}

const NO_MARKS: Marks = {}
const NO_BADGES: readonly Badge[] = []
const TALLEST = 0.66

/** The diagram itself; it is loaded where one is shown. */
export function Drawing(props: DiagramProps) {
  const { xml, label, marks = NO_MARKS, badges = NO_BADGES, from, picked, onPick } = props
  const host = useRef<HTMLDivElement>(null)
  const { viewer, error } = useViewer(host, xml, from)
  const overlays = useBadges(viewer, badges)
  useEffect(() => viewer?.mark(marks), [viewer, marks])
  useEffect(() => viewer?.pick(picked), [viewer, picked])
  useEffect(() => (onPick ? viewer?.onClick(onPick) : undefined), [viewer, onPick])
  useTouch(host, viewer)
  if (error) return <Failure error={error} />
  return (
    <figure
      className={classes.figure}
      aria-label={label}
      data-ready={viewer ? true : undefined}
      data-pick={onPick ? true : undefined}
    >
      <div ref={host} className={classes.host} />
      <Tools viewer={viewer} from={from} />
      {badges.map(({ element, content }) => {
        const overlay = overlays.get(element)
        return overlay && createPortal(content, overlay, element)
      })}
    </figure>
  )
}

function useViewer(
  host: React.RefObject<HTMLDivElement | null>,
  xml: string,
  from: string | undefined,
) {
  const [viewer, setViewer] = useState<Viewer>()
  const [error, setError] = useState<unknown>()
  const first = useRef(from)
  first.current = from
  useEffect(() => {
    const element = host.current
    if (!element) return
    const opened = openViewer(element)
    let isGone = false
    let width = 0
    const refit = () => {
      width = element.clientWidth
      const height = Math.min(opened.heightFor(width), window.innerHeight * TALLEST)
      element.style.height = `${Math.max(height, 140)}px`
      opened.fit(first.current)
    }
    const watcher = new ResizeObserver(() => {
      if (element.clientWidth !== width && element.clientWidth > 0) refit()
    })
    opened
      .show(xml)
      .then(() => {
        if (isGone) return
        refit()
        watcher.observe(element)
        setViewer(opened)
      })
      .catch((reason) => !isGone && setError(reason))
    return () => {
      isGone = true
      watcher.disconnect()
      setViewer(undefined)
      opened.destroy()
    }
  }, [host, xml])
  return { viewer, error }
}

/** An overlay above each element that has a badge. */
function useBadges(viewer: Viewer | undefined, badges: readonly Badge[]) {
  const [overlays, setOverlays] = useState<ReadonlyMap<string, HTMLElement>>(new Map())
  const elements = badges.map(({ element }) => element).join(' ')
  useEffect(() => {
    if (!viewer) return
    const ids = elements.split(' ').filter(Boolean)
    const fresh = new Map(ids.map((id) => [id, document.createElement('div')]))
    viewer.addBadges(fresh)
    setOverlays(fresh)
  }, [viewer, elements])
  return overlays
}

function Tools({ viewer, from }: { viewer: Viewer | undefined; from: string | undefined }) {
  const t = useTexts().processes.diagram
  const tools = [
    { label: t.zoomIn, Icon: IconZoomIn, act: () => viewer?.zoom(1) },
    { label: t.zoomOut, Icon: IconZoomOut, act: () => viewer?.zoom(-1) },
    { label: t.fit, Icon: IconMaximize, act: () => viewer?.fit(from) },
  ]
  return (
    <Group gap={2} className={classes.tools}>
      {tools.map(({ label, Icon, act }) => (
        <ActionIcon key={label} variant="default" aria-label={label} title={label} onClick={act}>
          <Icon size={16} stroke={1.6} />
        </ActionIcon>
      ))}
    </Group>
  )
}
