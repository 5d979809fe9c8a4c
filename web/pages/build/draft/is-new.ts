import type { Draft } from './use-draft.ts'

/**
 * Whether a definition such as crm/orders is in the draft only: nobody can ask the server about it yet. Nor
 * while that is not known.
 */
export function isNew({ info }: Draft, kind: string, path: unknown): boolean {
  if (!info) return true
  const [namespace, code] = String(path ?? '').split('/')
  return info.files.some(
    (file) =>
      file.kind === kind &&
      file.namespace === namespace &&
      file.code === code &&
      file.state === 'added',
  )
}
