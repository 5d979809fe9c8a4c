import { stripTypeScriptTypes } from 'node:module'

/** Node says in every thread that this is new. */
export const silenceWarnings = (): void => void process.removeAllListeners('warning')

/**
 * TypeScript without its types, which leave blanks behind, so that places stay correct. Undefined if it is
 * something else, or has parts that are more than types, such as enums.
 */
export function withoutTypes(source: string): string | undefined {
  try {
    return stripTypeScriptTypes(source)
  } catch {
    return undefined
  }
}
