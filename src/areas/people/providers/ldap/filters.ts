import { AndFilter, EqualityFilter, type Filter, FilterParser, OrFilter } from 'ldapts'
import type { Ldap } from '../settings-operations.ts'

/** Inserts values into a filter such as `(uid={login})`, escaped by RFC 4515. */
export const filterOf = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : escapeValue(value)
  })

/** The filter for all people. */
export const matchAll = (template: string): string => template.replaceAll('{login}', '*')

/** The filter for people with one of these subjects. */
export function matchSubjects(
  { userFilter, attributes }: Pick<Ldap, 'userFilter' | 'attributes'>,
  subjects: readonly string[],
): Filter {
  const filters = subjects
    .flatMap((subject) => [subject, ...bytesOf(subject)])
    .map((value) => new EqualityFilter({ attribute: attributes.subject, value }))
  const everybody = FilterParser.parseString(matchAll(userFilter))
  return new AndFilter({ filters: [everybody, new OrFilter({ filters })] })
}

/** Binary values are stored as hexadecimal digits, and searched as bytes. */
const bytesOf = (subject: string): Buffer[] =>
  /^([0-9a-f]{2})+$/.test(subject) ? [Buffer.from(subject, 'hex')] : []

const escapeValue = (value: string): string =>
  value.replaceAll(/[\\*()\0]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
