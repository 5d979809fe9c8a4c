import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useApi, useChange } from '../api.ts'
import { useTexts } from '../texts/index.ts'

/** Whether the reader hears of an object such as `item:crm/deals/0192…`, and the way to change it. */
function useMute(object: string) {
  const t = useTexts().frame.inbox
  const { data } = useApi('notifications', 'listMutes', {}, { fresh: 60_000 })
  const mute = useChange('notifications', 'mute')
  const unmute = useChange('notifications', 'unmute')
  const isMuted = data?.mutes.some((each) => each.object === object) ?? false
  return {
    isMuted,
    label: isMuted ? t.hear : t.mute,
    Icon: isMuted ? IconBell : IconBellOff,
    toggle: () => (isMuted ? unmute : mute).mutate({ input: { object } }),
  }
}

export function MuteItem({ object }: { object: string }) {
  const { label, Icon, toggle } = useMute(object)
  return (
    <Menu.Item leftSection={<Icon size={14} stroke={1.6} />} onClick={toggle}>
      {label}
    </Menu.Item>
  )
}

/** For pages without a menu. */
export function MuteButton({ object }: { object: string }) {
  const { isMuted, label, toggle } = useMute(object)
  const Shown = isMuted ? IconBellOff : IconBell
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-pressed={isMuted}
        onClick={toggle}
      >
        <Shown size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  )
}
