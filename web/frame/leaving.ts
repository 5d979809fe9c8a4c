/** What must be sent before somebody signs out. */
export const leaving = new Set<() => Promise<unknown>>()
