import { notifications } from '@mantine/notifications'
import { useChange } from '../../../api.ts'
import { useTexts } from '../texts.ts'

/** Sends again what was given up, and says how many. */
export function useRetry() {
  const t = useTexts()
  return useChange('webhooks', 'retry', {
    onDone: ({ retried }) => notifications.show({ message: t.admin.webhooks.retried(retried) }),
  })
}
