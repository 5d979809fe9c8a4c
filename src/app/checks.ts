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

/** The checks of `kontor doctor`. */
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

/** The checks administrators see in the console, with those of the node's machine. */
export const checksOf = (config: Config): Check[] => [
  ...machineChecks.filter(({ isWanted }) => isWanted?.(config) ?? true).map(onMachine),
  ...allChecks,
]
