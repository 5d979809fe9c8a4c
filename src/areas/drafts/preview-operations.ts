import { z } from 'zod'

const place = { namespace: z.string(), code: z.string(), name: z.string() }
const Right = z.enum(['read', 'create', 'update', 'delete', 'import', 'export'])
const Entry = z.object({ ...place, isAllowed: z.boolean() })

/** What somebody could see and do if a draft were published. */
export const DraftPreview = z
  .object({
    apps: z.array(
      z.object({
        ...place,
        rights: z.array(Right).describe('on all items'),
        ownRights: z.array(Right).describe('on items they made, or have a task of'),
        hiddenFields: z.array(z.string()),
        readOnlyFields: z.array(z.string()),
        transitions: z.array(
          z.object({
            from: z.array(z.string()),
            to: z.array(z.string()),
            isAllowed: z.boolean(),
          }),
        ),
      }),
    ),
    pages: z.array(z.object({ ...place, shown: z.array(z.string()), hidden: z.array(z.string()) })),
    reports: z.array(Entry).describe('those they may read'),
    processes: z.array(Entry).describe('those they may start'),
  })
  .meta({ id: 'DraftPreview' })
export type DraftPreview = z.infer<typeof DraftPreview>
