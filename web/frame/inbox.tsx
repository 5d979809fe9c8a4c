import { ActionIcon, Button, Drawer, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconAt,
  IconBell,
  IconBellOff,
  IconListCheck,
  IconMessage,
  IconMessageCircle,
  IconServer,
} from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { useChange } from '../api.ts'
import type { ReplyOf } from '../client.ts'
import { useFocusReturn } from '../components/focus-return.ts'
import { LoadMore } from '../components/load-more.tsx'
import { Empty, Shown } from '../components/states.tsx'
import { When } from '../components/when.tsx'
import { linkToObject } from '../kinds.ts'
import { links } from '../links.ts'
import { useList } from '../list.ts'
import { useDayTexts } from '../texts/day.ts'
import { useTexts } from '../texts/index.ts'
import classes from './inbox.module.css'

type Notice = ReplyOf<'notifications', 'list'>['notifications'][number]

const ICONS: Record<Notice['kind'], typeof IconBell> = {
  mention: IconAt,
  message: IconMessageCircle,
  comment: IconMessage,
  task: IconListCheck,
  system: IconServer,
}

/** What happened that concerns me, newest first. */
export function Inbox({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  useFocusReturn()
  const asked = useList(
    'notifications',
    'list',
    { input: { size: 50 } },
    { rows: ({ notifications }) => notifications },
  )
  const markRead = useChange('notifications', 'markRead')
  const day = useDayTexts().profile
  const mute = useChange('notifications', 'mute', {
    onDone: () => notifications.show({ message: day.wasMuted }),
  })
  return (
    <Drawer opened onClose={onClose} position="right" size={400} title={t.frame.inbox.title}>
      <Shown of={asked}>
        {({ pages: [first] }) =>
          asked.rows.length === 0 ? (
            <Empty icon={IconBell} title={t.frame.inbox.empty} hint={t.frame.inbox.emptyHint} />
          ) : (
            <Stack gap="xs">
              <Group justify="space-between">
                <Link to={links.profile} className="link" onClick={onClose}>
                  {day.settings}
                </Link>
                <Button
                  variant="subtle"
                  disabled={first?.unread === 0}
                  onClick={() => markRead.mutate({ input: {} })}
                >
                  {t.frame.inbox.readAll}
                </Button>
              </Group>
              {asked.rows.map((notice) => (
                <Line
                  key={notice.id}
                  notice={notice}
                  onMute={() => mute.mutate({ input: { object: notice.object } })}
                  onTaken={() => {
                    if (!notice.readAt) markRead.mutate({ input: { ids: [notice.id] } })
                    onClose()
                  }}
                />
              ))}
              <LoadMore {...asked} />
            </Stack>
          )
        }
      </Shown>
    </Drawer>
  )
}

type LineProps = { notice: Notice; onTaken: () => void; onMute: () => void }

function Line({ notice, onTaken, onMute }: LineProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const Icon = ICONS[notice.kind] ?? IconBell
  const link = linkToObject(notice.object)
  return (
    <Group gap={4} wrap="nowrap">
      <UnstyledButton
        className={classes.line}
        data-unread={notice.readAt === null || undefined}
        onClick={() => {
          onTaken()
          if (link) void navigate(link)
        }}
      >
        <Icon size={16} stroke={1.6} aria-hidden />
        <span className={classes.words}>
          <Text component="span" size="sm">
            {t.frame.inbox.kinds[notice.kind](notice.actor.name)}
          </Text>
          <Text component="span" size="sm" c="var(--quiet)" lineClamp={2}>
            {notice.text}
          </Text>
        </span>
        <Text component="span" size="xs" c="var(--quiet)">
          <When at={notice.createdAt} />
        </Text>
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${t.frame.inbox.mute}: ${notice.text || notice.actor.name}`}
        title={t.frame.inbox.mute}
        onClick={onMute}
      >
        <IconBellOff size={14} stroke={1.6} />
      </ActionIcon>
    </Group>
  )
}
