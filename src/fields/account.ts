import { z } from 'zod'
import { jsonIn, partsOf } from './checks.ts'
import { ContactText, ContactType, contactSettings, contactsOf, onlyOne } from './contacts.ts'
import { fieldType } from './field-type.ts'

const Account = z.object({ type: ContactType, login: ContactText })

/** Names in messengers: `{"type": "telegram", "login": "ann"}`. */
export const accountType = fieldType({
  type: 'ACCOUNT',
  settings: contactSettings,
  data: () => ({}),
  ...contactsOf({
    schema: Account,
    what: 'accounts {"type", "login"}',
    key: 'login',
    keys: ['login', 'type'],
  }),
  output: () => z.array(z.object({ type: z.string(), login: z.string() })).nullable(),
  cell: (cell) => ({ value: jsonIn(cell) ?? partsOf(cell).map(toAccount) }),
  conversions: { ACCOUNT: onlyOne },
})

/** `telegram:ann`, or a login alone. */
function toAccount(part: string): { type?: string; login: string } {
  const [, type, login] = /^(\w+):\s*(\S.*)$/.exec(part) ?? []
  return type && login ? { type, login } : { login: part }
}
