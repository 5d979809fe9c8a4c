import type { PageWidget } from '../../../../src/areas/workplace/page-operations.ts'
import { WidgetFrame } from '../../workspace/widget-frame.tsx'
import { isNew } from '../draft/is-new.ts'
import type { Draft } from '../draft/use-draft.ts'
import classes from './page-editor.module.css'
import { isDrawable } from './settings/forms.ts'
import { usePageTexts } from './texts.ts'

/** The settings that name what is shown. */
const SHOWN = ['app', 'contract', 'report', 'process']

type Drafted = PageWidget & { settings: Record<string, unknown> }

/** A widget with what it will show, as soon as enough of it is said. */
export function Sample({ draft, widget }: { draft: Draft; widget: Drafted }) {
  const t = usePageTexts()
  const { type, settings } = widget
  const isWaiting = SHOWN.some((kind) => isNew(draft, kind, settings[kind]))
  if (isDrawable(type, settings) && !isWaiting) return <WidgetFrame widget={widget} />
  return (
    <section className={classes.unfinished} aria-label={widget.name}>
      <strong>{widget.name}</strong>
      {isWaiting ? t.notYet : t.unfinished}
    </section>
  )
}
