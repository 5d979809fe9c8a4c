/** Passkeys belong to a name: browsers refuse them for bare addresses. */
export const isNamed = (host: string): boolean => !/^(\d+\.){3}\d+$|^\[/.test(host)

/** Whether this browser knows passkeys here: only on https and on localhost. */
export const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && isNamed(location.hostname)
