import type { PageWidget } from '../../../../src/areas/workplace/page-operations.ts'
import { WidgetFrame } from '../../workspace/widget-frame.tsx'
import classes from './page-editor.module.css'
import { isDrawable } from './settings/forms.ts'
import { usePageTexts } from './texts.ts'

type Drafted = PageWidget & { settings: Record<string, unknown> }

/** A widget with what it will show, as soon as enough of it is said. */
export function Sample({ widget }: { widget: Drafted }) {
  const t = usePageTexts()
  if (isDrawable(widget.type, widget.settings)) return <WidgetFrame widget={widget} />
  return (
    <section className={classes.unfinished} aria-label={widget.name}>
      <strong>{widget.name}</strong>
      {t.unfinished}
    </section>
  )
}
