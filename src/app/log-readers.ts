import { listReaders as searchReaders } from '../areas/search/store/feed.ts'
import { listReaders as webhookReaders } from '../areas/webhooks/store/webhooks.ts'
import type { FindReaders } from '../platform/event-log/retention.ts'

/** Who goes through the event log by themselves: what they have not read is not archived. */
export const logReaders: FindReaders[] = [webhookReaders, searchReaders]
