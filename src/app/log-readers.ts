import { listReaders as searchReaders } from '../areas/search/store/feed.ts'
import { listReaders as webhookReaders } from '../areas/webhooks/store/webhooks.ts'
import type { FindReaders } from '../platform/event-log/retention.ts'

/** Readers of the event log with their own cursors: unread events are not archived. */
export const logReaders: FindReaders[] = [webhookReaders, searchReaders]
