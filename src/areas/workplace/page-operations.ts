import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { InApp } from '../../api/schemas.ts'
import type { WidgetSettings, WidgetType } from '../../definitions/widgets.ts'

export type { WidgetSettings, WidgetType }

export const NavigationPage = z
  .object({
    namespace: z.string(),
    code: z.string(),
    name: z.string(),
    type: z.enum(['PAGE', 'LINK', 'GROUP', 'APPLICATION']),
    icon: z.string(),
    href: z.string().nullable().describe('of a LINK'),
    app: z.string().nullable().describe('of an APPLICATION'),
  })
  .meta({ id: 'NavigationPage' })
export type NavigationPage = z.infer<typeof NavigationPage>

const PageWidget = z
  .object({
    code: z.string(),
    name: z.string(),
    type: z.string(),
    settings: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('null = of a type or with settings that are not known; it is not drawn'),
    width: z.int().nullable().describe('of 12 columns; null = by its type'),
    height: z.int().nullable().describe('in rows; null = by its type'),
    column: z.int().nullable().describe('where it begins; null = after the one before'),
  })
  .meta({ id: 'PageWidget' })
export type PageWidget = z.infer<typeof PageWidget>

export const pages = {
  page: operation({
    method: 'GET',
    path: '/manage/v1/me/pages/{namespace}/{code}',
    summary: 'Get a page of a workspace with its widgets',
    description:
      'Without the widgets that show what the caller may not read, start or create. Fields that are hidden from the caller are not named.',
    params: InApp,
    output: z.object({
      page: z.object({
        namespace: z.string(),
        code: z.string(),
        name: z.string(),
        icon: z.string(),
        solution: z.string(),
        widgets: z.array(PageWidget),
      }),
    }),
  }),
}
