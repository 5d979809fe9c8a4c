import { adHoc } from './ad-hoc.ts'
import { agents } from './agents.ts'
import { compensation } from './compensation.ts'
import { complexGateways } from './complex-gateways.ts'
import { decisions } from './decisions.ts'
import { loops } from './loops.ts'
import { pools } from './pools.ts'
import { quantities } from './quantities.ts'
import type { Row } from './row.ts'
import { scopesAndTasks } from './scopes-and-tasks.ts'
import { severalTriggers } from './several-triggers.ts'
import { starts } from './starts.ts'
import { transactions } from './transactions.ts'
import { workers } from './workers.ts'
import { workingTime } from './working-time.ts'

/** What the engine does with each element, as far as one diagram can show it. */
export const SEMANTICS: Row[] = [
  ...compensation(),
  ...transactions(),
  ...severalTriggers(),
  ...adHoc(),
  ...agents(),
  ...complexGateways(),
  ...quantities(),
  ...starts(),
  ...loops(),
  ...scopesAndTasks(),
  ...pools(),
  ...workers(),
  ...decisions(),
  ...workingTime(),
]
