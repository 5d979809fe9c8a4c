import { Text } from '@mantine/core'
import { Component, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { PageWidget } from '../../../src/areas/workplace/page-operations.ts'
import { Failure, Loading } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import { BARE, widgets } from './widgets/registry.ts'
import classes from './workspace.module.css'

/** A widget with its name. What is far below is loaded when somebody scrolls there. */
export function WidgetFrame({ widget }: { widget: PageWidget }) {
  const [ref, isNear] = useNear()
  const isBare = BARE.includes(widget.type)
  return (
    <section ref={ref} className={classes.widget} aria-label={widget.name}>
      {!isBare && <h2 className={classes.title}>{widget.name}</h2>}
      <div className={classes.content} data-type={widget.type}>
        {isNear && (
          <Apart key={JSON.stringify(widget.settings)}>
            <Suspense fallback={<Loading />}>
              <Content widget={widget} />
            </Suspense>
          </Apart>
        )}
      </div>
    </section>
  )
}

function Content({ widget: { type, name, settings } }: { widget: PageWidget }) {
  const t = useTexts().pages
  const Shape = widgets[type]
  if (!Shape || !settings) {
    return (
      <Text size="sm" c="var(--quiet)">
        {t.unknown(type)}
      </Text>
    )
  }
  return <Shape name={name} settings={settings} />
}

/** A widget that breaks does not take the page with it. */
class Apart extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: Error) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (!error) return this.props.children
    return <Failure error={error} again={() => this.setState({ error: undefined })} />
  }
}

const AHEAD = '300px'

/** True once the element has come near the window. */
function useNear() {
  const ref = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const { current } = ref
    if (!current || isNear) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true)
      },
      { rootMargin: AHEAD },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [isNear])
  return [ref, isNear] as const
}
