import { z } from 'zod'
import { Prose, Subject } from '../lib/codes.ts'
import { naming } from '../lib/naming.ts'

const RIGHTS = ['read', 'create', 'update', 'delete', 'import', 'export', 'manage'] as const

/** Who may do what: `"group:crm/managers": [read, update]`. */
export const Rights = z.record(Subject, z.array(z.enum(RIGHTS)).min(1)).default({})

export const icon = z
  .string()
  .max(100)
  .default('')
  .meta({ format: 'icon' })
  .describe('name of an icon, such as ticket')
export const description = Prose.default('')
export const hidden = z.boolean().default(false)

export const NameTemplate = naming(z.string().max(500), 'template')
