import { app } from './app.ts'
import { calendars } from './calendars.ts'
import { changes } from './changes.ts'
import { decisions } from './decisions.ts'
import { icons } from './icons.ts'
import { modules } from './modules.ts'
import { parameters } from './parameters.ts'
import { processes } from './processes.ts'
import { schema } from './schema.ts'
import { shell } from './shell.ts'

export const build = {
  shell,
  schema,
  changes,
  app,
  processes,
  decisions,
  calendars,
  modules,
  parameters,
  icons,
}
