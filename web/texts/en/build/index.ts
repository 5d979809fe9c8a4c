import { app } from './app.ts'
import { processes } from './processes.ts'
import { schema } from './schema.ts'
import { shell } from './shell.ts'

/** Texts of the designers, which are loaded with them. */
export const build = { shell, schema, app, processes }
