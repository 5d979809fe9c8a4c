import type { GaugeGroup } from '../../platform/gauges.ts'
import { type GaugeRow, readGauges } from './store/gauges.ts'

const NONE = { active: 0, failing: 0, paused: 0 }

export const webhookGauges: GaugeGroup = {
  name: 'webhooks',
  gauges: {
    kontor_webhooks: { help: 'Webhooks by state', label: 'state' },
    kontor_webhook_backlog: {
      help: 'Deliveries that wait (10,000 of a webhook are counted) and events not yet looked through',
      label: 'state',
    },
    kontor_webhook_oldest_seconds: {
      help: 'Age of the oldest event that was not sent',
      label: 'state',
    },
  },
  read: async ({ db }) => {
    const rows = await readGauges(db)
    const by = (read: (row: GaugeRow) => number) => ({
      ...NONE,
      ...Object.fromEntries(rows.map((row) => [row.state, read(row)])),
    })
    return {
      kontor_webhooks: by(({ count }) => count),
      kontor_webhook_backlog: by(({ backlog }) => backlog),
      kontor_webhook_oldest_seconds: by(({ age }) => age),
    }
  },
}
