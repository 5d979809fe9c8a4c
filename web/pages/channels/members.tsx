import { Badge, Button, CloseButton, Drawer, Group, Stack, Text } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { useFocusReturn } from '../../components/focus-return.ts'
import { Person } from '../../components/person.tsx'
import { useTexts } from '../../texts/index.ts'
import type { OneChannel } from './channel-view.tsx'
import { MembersPicker } from './members-picker.tsx'

type MembersProps = { channel: OneChannel; onClose: () => void }

/** Who is in a channel; who manages it adds and removes. */
export function Members({ channel, onClose }: MembersProps) {
  useFocusReturn()
  const t = useTexts()
  const { id, isPrivate, members, canManage, solution, author } = channel
  const change = useChange('messages', 'changeChannel')
  const remove = (member: string) =>
    change.mutate({ params: { id }, input: { removeMembers: [member] } })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={380}
      title={t.channels.members.title}
      closeButtonProps={{ 'aria-label': t.frame.actions.close }}
    >
      <Stack gap="md">
        <Text size="sm" c="var(--quiet)">
          {isPrivate ? t.channels.members.onlyThese : t.channels.members.everybody}
          {solution && ` ${t.channels.members.bySolution}`}
        </Text>
        {canManage && <Adding channel={channel} />}
        {members.length === 0 && <Text size="sm">{t.channels.members.none}</Text>}
        <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {members.map((member) => (
            <Group key={member.id} component="li" gap="xs" mih={28} wrap="nowrap">
              <Member {...member} />
              {canManage && member.id !== author && (
                <CloseButton
                  size="sm"
                  ml="auto"
                  aria-label={t.channels.members.remove(member.name)}
                  onClick={() => remove(member.id)}
                />
              )}
            </Group>
          ))}
        </Stack>
      </Stack>
    </Drawer>
  )
}

function Member({ id, name, kind }: OneChannel['members'][number]) {
  const t = useTexts()
  if (kind === 'user') return <Person id={id} name={name} isLink />
  return (
    <>
      <IconUsersGroup size={18} stroke={1.6} aria-hidden />
      <Text size="sm" truncate>
        {name}
      </Text>
      <Badge size="xs" variant="default">
        {t.channels.members.kinds[kind]}
      </Badge>
    </>
  )
}

function Adding({ channel }: { channel: OneChannel }) {
  const t = useTexts()
  const [chosen, setChosen] = useState<string[]>([])
  const add = useChange('messages', 'changeChannel', { onDone: () => setChosen([]) })
  return (
    <Stack gap="xs">
      <MembersPicker
        label={t.channels.members.add}
        value={chosen}
        onChange={setChosen}
        without={channel.members.map(({ id }) => id)}
      />
      {chosen.length > 0 && (
        <Button
          loading={add.isPending}
          onClick={() => add.mutate({ params: { id: channel.id }, input: { addMembers: chosen } })}
        >
          {t.channels.members.addAction}
        </Button>
      )}
    </Stack>
  )
}
