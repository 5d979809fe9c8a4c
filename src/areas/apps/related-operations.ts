import { z } from 'zod'
import { operation } from '../../api/operation.ts'
import { Id, InApp } from '../../api/schemas.ts'

/** Beyond so many they are not counted. */
export const MOST_COUNTED = 1000

const Related = z
  .object({
    namespace: z.string(),
    code: z.string(),
    name: z.string().describe('of the app'),
    elementName: z.string().describe('of one of its items'),
    field: z.string().describe('code of the field that links here'),
    column: z.string().nullable().describe('code of the column, if the field is a table'),
    fieldName: z.string(),
    count: z.int().describe(`of the items that the caller may read, at most ${MOST_COUNTED}`),
    isMore: z.boolean().describe('there are more than `count`'),
    filter: z.record(z.string(), z.unknown()).describe('finds them in the list of the app'),
    values: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe('the values of a new item that links here; null = the caller may create none'),
  })
  .meta({ id: 'RelatedList' })
export type Related = z.infer<typeof Related>

export const related = {
  related: operation({
    method: 'GET',
    path: '/manage/v1/apps/{namespace}/{code}/items/{id}/related',
    summary: 'Count the items that link to an app item',
    description:
      'By app and field: links, references and columns of tables that the caller may see. The items are listed by `apps.listItems` with the filter.',
    params: InApp.extend({ id: Id }),
    output: z.object({
      lists: z.array(Related),
      apps: z
        .array(z.string())
        .describe(
          'whose items may link here, as `crm/deals`: only their changes change this answer',
        ),
    }),
  }),
}
