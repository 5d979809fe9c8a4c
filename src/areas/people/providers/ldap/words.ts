import { ResultCodeError } from 'ldapts'

/** Messages for LDAP result codes, for administrators. */
const WORDS: Readonly<Record<number, string>> = {
  1: 'the directory refuses to search: it probably wants a service account (bindDn)',
  2: 'the directory does not understand the request',
  3: 'the directory stopped because the search took too long',
  4: 'the directory lists no more entries at once (its size limit)',
  7: 'the directory does not accept passwords (simple bind)',
  8: 'the directory wants an encrypted connection: use ldaps:// or StartTLS',
  10: 'the directory refers to another server: name that one',
  11: 'the directory stopped at a limit of its administrators',
  12: 'the directory cannot search page by page',
  13: 'the directory wants an encrypted connection: use ldaps:// or StartTLS',
  16: 'an attribute is not there: check the attributes',
  17: 'the directory does not know an attribute: check the attributes and the filters',
  18: 'an attribute cannot be searched: check the attributes and the filters',
  21: 'the directory does not accept a value of the filter',
  32: 'there is no such entry: check the base of people and of groups',
  34: 'this is no distinguished name: check the service account and the bases',
  48: 'the directory does not let this account in with a password: check the service account',
  49: 'the directory does not accept the service account: check its name and password',
  50: 'the service account may not search here',
  51: 'the directory is busy',
  52: 'the directory is not available',
  53: 'the directory is unwilling: it probably wants a service account or an encrypted connection',
}

/** With the number and the text of the directory, to look them up. */
export function directoryWords({ code, message }: ResultCodeError): string {
  const text = message.replace(/ Code: 0x[0-9a-f]+$/i, '').trim()
  return `${WORDS[code] ?? 'the directory refused'} (LDAP ${code}: ${text})`
}

export const isDirectoryError = (error: unknown): error is ResultCodeError =>
  error instanceof ResultCodeError
