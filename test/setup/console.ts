import { buildConsole } from '../../scripts/build-console.ts'

/** Tests that look at the console look at what its sources are now. */
export const setup = buildConsole
