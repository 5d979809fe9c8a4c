import type { z } from 'zod'
import type { DefinitionKind } from './kind.ts'
import { app } from './kinds/app.ts'
import { calendar } from './kinds/calendar.ts'
import { channel } from './kinds/channel.ts'
import { contract } from './kinds/contract.ts'
import { decision } from './kinds/decision.ts'
import { document } from './kinds/document.ts'
import { extension } from './kinds/extension.ts'
import { group } from './kinds/group.ts'
import { module } from './kinds/module.ts'
import { nomenclature } from './kinds/nomenclature.ts'
import { orgChart } from './kinds/org-chart.ts'
import { page } from './kinds/page.ts'
import { process } from './kinds/process.ts'
import { publicForm } from './kinds/public-form.ts'
import { report } from './kinds/report.ts'
import { solution } from './kinds/solution.ts'
import { users } from './kinds/users.ts'
import { widget } from './kinds/widget.ts'
import { workspace } from './kinds/workspace.ts'

/** Every kind of definition, in the order in which people look for them. A new one is a file and a line here. */
export const kinds = {
  app,
  process,
  page,
  widget,
  report,
  decision,
  contract,
  document,
  'public-form': publicForm,
  extension,
  group,
  workspace,
  nomenclature,
  calendar,
  channel,
  module,
  'org-chart': orgChart,
  users,
  solution,
} as const

export type Kind = keyof typeof kinds
export type Body<K extends Kind> = z.output<(typeof kinds)[K]['schema']>

/** A kind whose bodies are not known more closely. */
export const kindOf = (kind: Kind): DefinitionKind => kinds[kind]

/** Where a definition lives and what it says. `namespace` is `ws`, `ws.app`, `ext_<module id>` or `global`. */
export type Definition<K extends Kind = Kind> = {
  id: string
  kind: K
  namespace: string
  code: string
  solution: string
  body: Body<K>
}
