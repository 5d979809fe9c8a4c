import type { EditorProps } from '../editor-props.ts'
import classes from './page-editor.module.css'
import type { WidgetValue } from './placed.ts'
import { Sample } from './sample.tsx'
import { WidgetForm } from './settings/widget-form.tsx'

/** A widget by itself: what it is told, and what it shows. */
export function Editor({ draft, file }: EditorProps) {
  const value = (draft.files[file]?.value ?? {}) as WidgetValue
  const { name = '', type = '', settings = {} } = value
  const widget = { code: file, name, type, settings, width: null, height: null, column: null }
  return (
    <div className={classes.alone}>
      <WidgetForm draft={draft} file={file} value={value} />
      <div className={classes.sample}>
        <Sample draft={draft} widget={widget} />
      </div>
    </div>
  )
}
