import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconLogout, IconMailForward } from '@tabler/icons-react'
import { useChange } from '../../api.ts'
import { useSignInTexts } from '../../texts/sign-in.ts'

const icon = { size: 15, stroke: 1.6 }

type Props = { person: { id: string; status: string } }

/** Sends somebody a link to choose a password with. */
export function useInvite() {
  const t = useSignInTexts().admin
  return useChange('access', 'invite', {
    changes: ['user'],
    onDone: () => notifications.show({ message: t.invited }),
  })
}

/** How a person comes in, and how they are sent out. */
export function AccountItems({ person: { id, status } }: Props) {
  const t = useSignInTexts().admin
  const invite = useInvite()
  const end = useChange('access', 'endUserSessions', {
    onDone: () => notifications.show({ message: t.ended }),
  })
  const request = { params: { id } }
  return (
    <>
      {status !== 'blocked' && (
        <Menu.Item
          leftSection={<IconMailForward {...icon} />}
          onClick={() => invite.mutate(request)}
        >
          {t.invite}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => end.mutate(request)}>
        {t.endSessions}
      </Menu.Item>
    </>
  )
}
