import { Menu } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useApi } from '../../../api.ts'
import { useTexts } from '../../../texts/index.ts'
import type { Share } from './invite-guest.tsx'

const InviteGuest = lazy(async () => ({
  default: (await import('./invite-guest.tsx')).InviteGuest,
}))

/** For those who may let people outside the company see it. */
export function ShareItem({ share, onShare }: { share: Share; onShare: () => void }) {
  const t = useTexts().frame.actions
  const { data } = useApi('guests', 'mayInvite', { input: share }, { fresh: 60_000 })
  if (!data?.isAllowed) return null
  return (
    <Menu.Item leftSection={<IconUserShare size={14} stroke={1.6} />} onClick={onShare}>
      {t.shareWithGuest}
    </Menu.Item>
  )
}

/** Stands outside of the menu, which is gone by then. */
export function ShareDialog({ share, onClose }: { share: Share; onClose: () => void }) {
  return (
    <Suspense>
      <InviteGuest share={share} onClose={onClose} />
    </Suspense>
  )
}
