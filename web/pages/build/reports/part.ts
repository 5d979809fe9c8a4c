import type { EditorProps } from '../editor-props.ts'
import type { Source } from '../pages/settings/use-source.ts'
import type { ReportValue } from './report-value.ts'

/** What every part of the designer is given. */
export type ReportPartProps = EditorProps & { value: ReportValue; source: Source }
