/** Puts values into a filter such as `(uid={login})`, so that they stay values (RFC 4515). */
export const filterOf = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return value === undefined ? whole : escapeValue(value)
  })

/** The same filter for everybody. */
export const matchAll = (template: string): string => template.replaceAll('{login}', '*')

const escapeValue = (value: string): string =>
  value.replaceAll(/[\\*()\0]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, '0')}`)
