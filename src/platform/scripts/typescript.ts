import { stripTypeScriptTypes } from 'node:module'

/** Node warns in every thread that type stripping is new. */
export const silenceWarnings = (): void => void process.removeAllListeners('warning')

/**
 * TypeScript with its types replaced by blanks, so that positions stay correct. Undefined if it is something else,
 * or has parts that are more than types, such as enums.
 */
export function withoutTypes(source: string): string | undefined {
  try {
    return stripTypeScriptTypes(source)
  } catch {
    return undefined
  }
}
