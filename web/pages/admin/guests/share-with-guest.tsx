import { Button, Menu } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useApi } from '../../../api.ts'
import { useTexts } from '../../../texts/index.ts'
import type { Share } from './invite-guest.tsx'

const InviteGuest = lazy(async () => ({
  default: (await import('./invite-guest.tsx')).InviteGuest,
}))

const useMayShare = (share: Share): boolean =>
  useApi('guests', 'mayInvite', { input: share }, { fresh: 60_000 }).data?.isAllowed ?? false

/** For those who may let people outside the company see what the page shows. */
export function ShareButton({ share }: { share: Share }) {
  const t = useTexts().frame.actions
  const [isOpen, setOpen] = useState(false)
  if (!useMayShare(share)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconUserShare size={14} stroke={1.6} />}
        onClick={() => setOpen(true)}
      >
        {t.shareWithGuest}
      </Button>
      {isOpen && <ShareDialog share={share} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The same, in a menu. */
export function ShareItem({ share, onShare }: { share: Share; onShare: () => void }) {
  const t = useTexts().frame.actions
  if (!useMayShare(share)) return null
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
