import { createRequire } from 'node:module'
import { lazy } from '../../lib/lazy.ts'

const require = createRequire(import.meta.url)

/** The library for CEL, loaded with the first expression. */
export const cel = lazy(() => require('@bufbuild/cel') as typeof import('@bufbuild/cel'))

/** A part of a parsed text; the library gives it without a public type. */
export type Tree = ReturnType<typeof import('@bufbuild/cel').parse>['expr']
