import { join } from 'node:path'

/**
 * Compiled modules for the processes that tests start: a third of a start. Node replaces entries
 * whole and passes over damaged ones, so any number of processes may share it, and be killed.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'),
}
