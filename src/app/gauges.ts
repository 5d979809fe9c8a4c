import { diskGauges } from '../areas/disk/gauges.ts'
import { processGauges } from '../areas/processes/gauges.ts'
import { searchGauges } from '../areas/search/gauges.ts'
import { backupGauges } from '../areas/system/backups/gauges.ts'
import { jobGauges } from '../areas/system/jobs/gauges.ts'
import { webhookGauges } from '../areas/webhooks/gauges.ts'
import type { GaugeGroup } from '../platform/gauges.ts'

/** Metrics about the whole system, read by every node. */
export const allGauges: GaugeGroup[] = [
  jobGauges,
  processGauges,
  webhookGauges,
  searchGauges,
  backupGauges,
  ...diskGauges,
]
