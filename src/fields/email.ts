import { z } from 'zod'
import { sql } from '../platform/db/sql.ts'
import { ContactText, ContactType, contactSettings, contactsOf, onlyOne } from './contacts.ts'
import { fieldType } from './field-type.ts'

/** A rough check: only a delivered e-mail proves an address. */
const isValidEmail = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)

const Email = z
  .object({ type: ContactType, email: ContactText, isValid: z.boolean().optional() })
  .transform(({ type, email, isValid }) => ({
    type,
    email: email.trim(),
    isValid: isValid ?? isValidEmail(email.trim()),
  }))

export const emailType = fieldType({
  type: 'EMAIL',
  settings: contactSettings,
  data: () => ({}),
  ...contactsOf({
    schema: Email,
    what: 'addresses {"type", "email"}',
    key: 'email',
    keys: ['email', 'type'],
    ofText: (email) => ({ type: 'work', email, isValid: isValidEmail(email) }),
  }),
  output: () =>
    z.array(z.object({ type: z.string(), email: z.string(), isValid: z.boolean() })).nullable(),
  conversions: {
    EMAIL: onlyOne,
    STRING: {
      using: (old) => [
        sql`case when btrim(${old('')}) <> '' then jsonb_build_array(jsonb_build_object(
          'type', 'work', 'email', btrim(${old('')}), 'isValid', true)) end`,
        sql`nullif(btrim(${old('')}), '')`,
      ],
      fits: (old) => sql`case when btrim(${old('')}) <> '' then char_length(${old('')}) <= 320
        and btrim(${old('')}) ~ '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$' else true end`,
    },
  },
})
