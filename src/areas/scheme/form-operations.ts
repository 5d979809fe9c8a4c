import { z } from 'zod'
import { FUNCTIONS } from '../../fields/computed.ts'

const Rule = z.union([z.boolean(), z.string()])
const visible = z.string().optional().describe('the condition; absent = always')

/** A form of an app, as metadata shows it. */
export const FormView = z.object({
  fields: z
    .array(
      z.object({
        code: z.string(),
        display: z.boolean(),
        required: z.boolean().describe('whatever the other values are'),
        readonly: z.boolean(),
      }),
    )
    .describe('all of them, in order'),
  tabs: z
    .array(
      z.object({
        name: z.string().optional(),
        visible,
        sections: z.array(
          z.object({
            name: z.string().optional(),
            hint: z.string().optional(),
            columns: z.int().optional(),
            visible,
            fields: z.array(
              z.object({
                code: z.string(),
                visible,
                required: Rule.optional(),
                readonly: Rule.optional(),
              }),
            ),
          }),
        ),
      }),
    )
    .optional()
    .describe(
      'how they are arranged; a form without tabs has one without a name; absent = the app defines no such form, and all fields are shown',
    ),
})
export type FormView = z.infer<typeof FormView>

/** A view that everybody has, as metadata shows it; which keys it has follows from its type. */
export const ListView = z.object({
  code: z.string(),
  name: z.string(),
  type: z.enum(['table', 'board', 'calendar', 'timeline', 'gallery']),
  filter: z.record(z.string(), z.unknown()).optional(),
  statusCode: z.array(z.string()).optional(),
  sort: z.array(z.object({ field: z.string(), ascending: z.boolean().optional() })).optional(),
  columns: z.array(z.string()).optional(),
  card: z.array(z.string()).optional(),
  group: z.string().optional(),
  sumOf: z.string().optional(),
  colourBy: z.string().optional(),
  date: z.string().optional(),
  until: z.string().optional(),
  zoom: z.enum(['day', 'week', 'month']).optional(),
  image: z.string().optional(),
  groupBy: z.string().optional(),
  lanes: z.string().optional(),
  limits: z.record(z.string(), z.int()).optional(),
  summaries: z.record(z.string(), z.enum(FUNCTIONS)).optional(),
  colours: z
    .array(z.object({ when: z.string().describe('CEL, or a tree as text'), colour: z.string() }))
    .optional(),
})
export type ListView = z.infer<typeof ListView>
