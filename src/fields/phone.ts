import { z } from 'zod'
import { sql } from '../platform/db/sql.ts'
import { ContactText, ContactType, contactSettings, contactsOf, onlyOne } from './contacts.ts'
import { fieldType } from './field-type.ts'

/** Digits with a leading plus; what is no number at all stays, marked as not valid. */
const normal = (tel: string): string => tel.replace(/[\s().\-\u00a0]/g, '')

const isValidPhone = (tel: string): boolean => /^\+?\d{3,15}$/.test(tel)

const Phone = z
  .object({
    type: ContactType,
    tel: ContactText,
    ext: ContactText.nullable().default(null),
    isValid: z.boolean().optional(),
  })
  .transform(({ type, tel, ext, isValid }) => ({
    type,
    tel: normal(tel),
    ext,
    isValid: isValid ?? isValidPhone(normal(tel)),
  }))

const Read = z.object({
  type: z.string(),
  tel: z.string(),
  ext: z.string().nullable(),
  isValid: z.boolean(),
})

export const phoneType = fieldType({
  type: 'PHONE',
  settings: contactSettings,
  data: () => ({}),
  ...contactsOf({
    schema: Phone,
    what: 'phones {"type", "tel"}',
    key: 'tel',
    keys: ['tel', 'type', 'ext'],
    // Wildcards of `like` stay.
    searched: {
      of: (text) => text.replace(/[^\d+%_]/g, ''),
      sql: (text) => sql`regexp_replace(${text}, '[^0-9+%_]', '', 'g')`,
    },
  }),
  output: () => z.array(Read).nullable(),
  conversions: {
    PHONE: onlyOne,
    STRING: {
      using: (old) => {
        const tel = sql`regexp_replace(${old('')}, '[\\s().\\-]', '', 'g')`
        return [
          sql`case when ${tel} <> '' then jsonb_build_array(jsonb_build_object('type', 'work',
            'tel', ${tel}, 'ext', null, 'isValid', true)) end`,
          sql`nullif(${tel}, '')`,
        ]
      },
      fits: (old) => sql`case when btrim(${old('')}) <> ''
        then regexp_replace(${old('')}, '[\\s().\\-]', '', 'g') ~ '^\\+?\\d{3,15}$' else true end`,
    },
  },
})
