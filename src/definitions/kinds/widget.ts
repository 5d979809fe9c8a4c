import { z } from 'zod'
import { parsePath } from '../../lib/app-path.ts'
import { Code, Name, Prose } from '../../lib/codes.ts'
import { limitSettings } from '../hidden-fields.ts'
import type { DefinitionKind } from '../kind.ts'
import { forReaders, sourceIn } from '../reference.ts'
import {
  checkWidgetFields,
  checkWidgetReport,
  checkWidgetType,
  widgetTargets,
} from '../widget-references.ts'
import { isWidgetType, widgetSchema } from '../widgets.ts'

/** Texts of the types of widgets; what else a type can be told is checked in `widgets.ts`. */
const WidgetSettings = z
  .object({ label: Name.optional(), text: Prose.optional() })
  .catchall(z.json())

const Widget = z.strictObject({
  name: Name,
  type: Code,
  settings: WidgetSettings.default({}),
})

type Source = { app?: string; contract?: string; report?: string }

export const widget: DefinitionKind<typeof Widget> = {
  schema: Widget,
  schemaOf: ({ type }) => (isWidgetType(type) ? widgetSchema(type) : undefined),
  files: ['workspaces/{workspace}/widgets/{code}'],
  hasFreeCode: true,
  references: widgetTargets,
  check: checkWidgetType,
  checkAmong: ({ body }, around) => {
    if (!isWidgetType(body.type)) return []
    const { report, ...source } = body.settings as Source
    const target = sourceIn(source, around)
    const shown = report ? around.find('report', parsePath(report)) : undefined
    const issues = [
      ...(target ? checkWidgetFields(body, target.body) : []),
      ...(shown ? checkWidgetReport(body, shown.body) : []),
    ]
    return forReaders(issues, target, shown)
  },
  limit: (body, hidden) => {
    const codes = hidden.get(String(body.settings.app))
    if (!codes) return body
    const settings = limitSettings(body.settings, codes)
    return settings && { ...body, settings }
  },
}
