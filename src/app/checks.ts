import { diskChecks } from '../areas/disk/checks.ts'
import { docflowChecks } from '../areas/processes/approvals/checks.ts'
import { registrationChecks } from '../areas/registration/log.ts'
import { reportsChecks } from '../areas/reports/checks.ts'
import { backupsChecks } from '../areas/system/backups/checks.ts'
import { jobsChecks } from '../areas/system/jobs/checks.ts'
import { secretsChecks } from '../areas/system/secrets/checks.ts'
import { webhooksChecks } from '../areas/webhooks/checks.ts'
import type { Check } from '../platform/checks/check.ts'
import { databaseChecks } from '../platform/checks/database.ts'
import { type MachineCheck, machineChecks } from '../platform/checks/machine.ts'
import type { Config } from '../platform/config.ts'
import { eventLogCheck } from '../platform/event-account.ts'
import { logChecks } from '../platform/event-log/checks.ts'
import { logReaders } from './log-readers.ts'

/** What `kontor doctor` looks at. */
export const allChecks: Check[] = [
  ...databaseChecks,
  eventLogCheck,
  ...logChecks(logReaders),
  ...jobsChecks,
  ...backupsChecks,
  ...reportsChecks,
  ...diskChecks,
  ...docflowChecks,
  ...registrationChecks,
  ...webhooksChecks,
  ...secretsChecks,
]

const onMachine = ({ name, run }: MachineCheck): Check => ({
  name,
  run: (_, config) => run(config),
})

/** What administrators see of them, with those of the machine that the node runs on. */
export const checksOf = (config: Config): Check[] => [
  ...machineChecks.filter(({ isWanted }) => isWanted?.(config) ?? true).map(onMachine),
  ...allChecks,
]
