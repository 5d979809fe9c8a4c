/** The header that carries the id of a preview. */
export const PREVIEW_HEADER = 'kontor-preview'

/** Areas that can be previewed as somebody else: items, numbers, reports and definitions; nothing personal. */
const SHOWN = [
  /^\/pub\/v1\/(app|contracts|reports|scheme)\//,
  /^\/manage\/v1\/(apps|contracts)\/[^/]+\/[^/]+\/aggregate/,
  /^\/manage\/v1\/reports$/,
  /^\/manage\/v1\/me\/(navigation$|pages\/)/,
]

export const isPreviewed = (path: string): boolean =>
  SHOWN.some((shown) => shown.test(path.replace(/\?.*$/s, '')))
