import { app } from './app.ts'
import { calendars } from './calendars.ts'
import { decisions } from './decisions.ts'
import { icons } from './icons.ts'
import { processes } from './processes.ts'
import { schema } from './schema.ts'
import { shell } from './shell.ts'

/** Texts of the designers, which are loaded with them. */
export const build = { shell, schema, app, processes, decisions, calendars, icons }
