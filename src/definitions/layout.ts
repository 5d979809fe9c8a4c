import { definitionId } from '../lib/codes.ts'
import type { Kind } from './kinds.ts'

/** What a file defines, derived from its path. */
export type Identity = { kind: Kind; namespace: string; code: string }

/** Company-wide things belong to this namespace. */
export const GLOBAL = 'global'

/** The namespace in which the processes and apps of a module live. */
export const moduleNamespace = (code: string): string =>
  `ext_${definitionId('module', GLOBAL, code)}`
