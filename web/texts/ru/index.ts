import type { Texts } from '../texts.ts'
import { apps } from './apps.ts'
import { channels } from './channels.ts'
import { files } from './files.ts'
import { frame } from './frame.ts'
import { items } from './items.ts'
import { marketing } from './marketing.ts'
import { pages } from './pages.ts'
import { people } from './people.ts'
import { problems } from './problems.ts'
import { processes } from './processes.ts'
import { registration } from './registration.ts'
import { reports } from './reports.ts'
import { shortcuts } from './shortcuts.ts'
import { storage } from './storage.ts'
import { tasks } from './tasks.ts'
import { telephony } from './telephony.ts'

export const ru: Texts = {
  frame,
  tasks,
  apps,
  items,
  processes,
  problems,
  files,
  pages,
  people,
  channels,
  reports,
  registration,
  shortcuts,
  marketing,
  storage,
  telephony,
}
