import { ActionIcon, Button, Group } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconMaximize,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { type RefObject, useEffect, useMemo } from 'react'
import { Empty } from '../../../../components/states.tsx'
import { isShortcut } from '../../../../shortcuts/register.ts'
import { useBuildTexts } from '../../texts.ts'
import type { Modeler } from '../modeler/modeler.ts'
import type { ElementProblem } from '../problems.ts'
import classes from './editor.module.css'

type PaneProps = {
  host: RefObject<HTMLDivElement | null>
  modeler: Modeler | undefined
  revision: number
  label: string
  problems: readonly ElementProblem[]
  /** Whether the text is no diagram. */
  isUnreadable: boolean
  onBlank: () => void
}

/** The canvas with its tools; problems stand on their elements. */
export function DrawingPane(props: PaneProps) {
  const { host, modeler, revision, label, problems, isUnreadable, onBlank } = props
  const t = useBuildTexts().processes.editor
  const marks = useMemo(
    () =>
      problems.map(({ element, message, severity }) => ({
        element,
        text: message,
        isError: severity === 'error',
      })),
    [problems],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: a drawn element loses its marks when it is replaced
  useEffect(() => modeler?.mark(marks), [modeler, marks, revision])
  useOwnUndo(host)
  return (
    <figure
      className={classes.figure}
      aria-label={label}
      data-ready={revision > 0 || undefined}
      data-unreadable={isUnreadable || undefined}
    >
      <div ref={host} className={classes.canvas} />
      {isUnreadable ? (
        <div className={classes.over} role="alert">
          <Empty icon={IconAlertTriangle} title={t.unreadable} hint={t.unreadableHint}>
            <Button variant="default" onClick={onBlank}>
              {t.blank}
            </Button>
          </Empty>
        </div>
      ) : (
        <Tools modeler={modeler} />
      )}
    </figure>
  )
}

/** Ctrl Z on the canvas is the modeller's own, and not that of the page around it. */
function useOwnUndo(host: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = host.current
    if (!element) return
    const keep = (event: KeyboardEvent) => {
      const isOwn = isShortcut(event, 'build', 'undo') || isShortcut(event, 'build', 'redo')
      if (isOwn) event.stopPropagation()
    }
    element.addEventListener('keydown', keep)
    return () => element.removeEventListener('keydown', keep)
  }, [host])
}

function Tools({ modeler }: { modeler: Modeler | undefined }) {
  const t = useBuildTexts().processes.editor
  const commands = modeler?.get('commandStack')
  const tools = [
    {
      label: t.undo,
      Icon: IconArrowBackUp,
      act: () => commands?.undo(),
      isOff: !commands?.canUndo(),
    },
    {
      label: t.redo,
      Icon: IconArrowForwardUp,
      act: () => commands?.redo(),
      isOff: !commands?.canRedo(),
    },
    { label: t.zoomIn, Icon: IconZoomIn, act: () => modeler?.get('zoomScroll').stepZoom(1) },
    { label: t.zoomOut, Icon: IconZoomOut, act: () => modeler?.get('zoomScroll').stepZoom(-1) },
    { label: t.fit, Icon: IconMaximize, act: () => modeler?.fitAll() },
  ]
  return (
    <Group gap={2} className={classes.tools}>
      {tools.map(({ label, Icon, act, isOff = false }) => (
        <ActionIcon
          key={label}
          variant="default"
          aria-label={label}
          title={label}
          disabled={isOff}
          onClick={act}
        >
          <Icon size={16} stroke={1.6} />
        </ActionIcon>
      ))}
    </Group>
  )
}
