import { z } from 'zod'
import { AppPath, Name } from '../../lib/codes.ts'
import { hidden, icon } from '../common.ts'
import type { DefinitionKind } from '../kind.ts'
import { toOptional } from '../reference.ts'
import { PlacedWidget, placeOf } from '../widgets.ts'

const Page = z.strictObject({
  name: Name,
  type: z.enum(['PAGE', 'LINK', 'GROUP', 'APPLICATION']).default('PAGE'),
  icon,
  hidden,
  sort: z.int().default(0),
  widgets: z.array(PlacedWidget).default([]).describe('in their order on the page'),
  link: z.string().max(2000).optional(),
  app: AppPath.optional(),
})

export const page: DefinitionKind<typeof Page> = {
  schema: Page,
  files: ['workspaces/{workspace}/pages/{code}'],
  hasFreeCode: true,
  references: ({ widgets, app }, namespace) => [
    ...widgets.map((placed, at) => ({
      ...{ kind: 'widget' as const, namespace, code: placeOf(placed).widget },
      path: typeof placed === 'string' ? ['widgets', at] : ['widgets', at, 'widget'],
    })),
    ...toOptional('app', app, ['app']),
  ],
}
