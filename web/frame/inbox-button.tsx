import { ActionIcon, Indicator, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useApi } from '../api.ts'
import { useTexts } from '../texts/index.ts'

/** The bell, with how much is new. */
export function InboxButton({ onOpen }: { onOpen: () => void }) {
  const t = useTexts()
  const { data } = useApi('notifications', 'list', { input: { size: 1 } })
  const unread = data?.unread ?? 0
  return (
    <Tooltip label={t.frame.inbox.title}>
      <Indicator disabled={unread === 0} label={unread > 99 ? '99+' : unread} size={15} offset={5}>
        <ActionIcon
          variant="subtle"
          color="gray"
          onClick={onOpen}
          aria-label={t.frame.inbox.unread(unread)}
        >
          <IconBell size={17} stroke={1.6} />
        </ActionIcon>
      </Indicator>
    </Tooltip>
  )
}
