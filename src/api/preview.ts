/** The header that carries the id of a preview. */
export const PREVIEW_HEADER = 'kontor-preview'

/** What can be looked at as somebody else: items, numbers, reports and their definitions; nothing personal. */
const SHOWN = [
  /^\/pub\/v1\/(app|contracts|reports|scheme)\//,
  /^\/manage\/v1\/(apps|contracts)\/[^/]+\/[^/]+\/aggregate/,
  /^\/manage\/v1\/reports$/,
  /^\/manage\/v1\/me\/(navigation$|pages\/)/,
]

export const isPreviewed = (path: string): boolean =>
  SHOWN.some((shown) => shown.test(path.replace(/\?.*$/s, '')))
