import { buildConsole } from '../../scripts/build-console.ts'

/** Builds the console from its current sources. */
export const setup = buildConsole
