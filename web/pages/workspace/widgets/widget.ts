import type { ReactNode } from 'react'
import type { WidgetSettings, WidgetType } from '../../../../src/areas/workplace/page-operations.ts'

export type WidgetProps<T extends WidgetType = WidgetType> = {
  name: string
  settings: WidgetSettings<T>
}
export type Shape<T extends WidgetType = WidgetType> = (props: WidgetProps<T>) => ReactNode

/** `crm/deals` as the client wants it. */
export function placeOf(path: string): { namespace: string; code: string } {
  const [namespace = '', code = ''] = path.split('/')
  return { namespace, code }
}
