import type { NewIdentity } from './identity.ts'

/** Whether a text may refer to a definition, such as SQL, scripts and links: only people can tell. */
export function mentionsIt(text: string, { from }: NewIdentity): boolean {
  const [namespace = '', code = ''] = [from.namespace, from.code].map((each) => RegExp.escape(each))
  const patterns: Partial<Record<string, string>> = {
    app: `${namespace}/${code}(?![\\w-])|\\[${namespace}\\.${code}\\]|ws_${namespace}"?\\s*\\.\\s*"?${code}\\b`,
    workspace: `${code}/\\w|\\[${code}\\.\\w|ws_${code}"?\\s*\\.`,
  }
  const pattern = patterns[from.kind] ?? `${namespace}/${code}(?![\\w-])`
  return new RegExp(`(?<![\\w-])(?:${pattern})`, 'i').test(text)
}
