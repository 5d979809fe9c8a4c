import { diskChecks } from '../areas/disk/checks.ts'
import { docflowChecks } from '../areas/processes/approvals/checks.ts'
import { registrationChecks } from '../areas/registration/log.ts'
import { reportsChecks } from '../areas/reports/checks.ts'
import { jobsChecks } from '../areas/system/jobs/checks.ts'
import { secretsChecks } from '../areas/system/secrets/checks.ts'
import { webhooksChecks } from '../areas/webhooks/checks.ts'
import type { Check } from '../platform/checks/check.ts'
import { databaseChecks } from '../platform/checks/database.ts'
import { eventLogCheck } from '../platform/event-account.ts'

/** What `kontor doctor` looks at. */
export const allChecks: Check[] = [
  ...databaseChecks,
  eventLogCheck,
  ...jobsChecks,
  ...reportsChecks,
  ...diskChecks,
  ...docflowChecks,
  ...registrationChecks,
  ...webhooksChecks,
  ...secretsChecks,
]
