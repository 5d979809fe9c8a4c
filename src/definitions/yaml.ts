import { createRequire } from 'node:module'
import { lazy } from '../lib/lazy.ts'

const require = createRequire(import.meta.url)

/** Only those who read or write definitions need it. */
export const yaml = lazy(() => require('yaml') as typeof import('yaml'))
