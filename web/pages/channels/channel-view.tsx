import { ActionIcon, Button, Title, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft, IconHash, IconLock, IconPencil, IconUsers } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { MessageInput } from '../../components/feed/message-input.tsx'
import { type Said, sendMessage } from '../../components/feed/stream.ts'
import { MuteButton } from '../../components/mute.tsx'
import { Shown } from '../../components/states.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { ChannelForm } from './channel-form.tsx'
import classes from './channels.module.css'
import { Members } from './members.tsx'
import { Messages } from './messages.tsx'

export type OneChannel = ReplyOf<'messages', 'channel'>['channel']

export function ChannelView() {
  const { id = '' } = useParams()
  const asked = useApi('messages', 'channel', { params: { id } })
  return <Shown of={asked}>{({ channel }) => <Channel key={id} channel={channel} />}</Shown>
}

function Channel({ channel }: { channel: OneChannel }) {
  const t = useTexts()
  const queries = useQueryClient()
  const { id, name } = channel
  useEffect(() => {
    document.title = `${name} · Kontor`
  }, [name])
  const send = async (said: Said) => {
    await sendMessage({ channel: id }, said)
    await queries.invalidateQueries({ queryKey: ['messages'] })
  }
  return (
    <>
      <Head channel={channel} />
      <Messages channel={id} />
      <div className={classes.write}>
        {channel.canWrite && (
          <MessageInput place={id} label={t.channels.write(name)} onSend={send} hasFocus />
        )}
      </div>
    </>
  )
}

function Head({ channel }: { channel: OneChannel }) {
  const t = useTexts()
  const { name, description, isPrivate, members, canManage } = channel
  const [isListed, listed] = useDisclosure(false)
  const [isChanging, changing] = useDisclosure(false)
  const Icon = isPrivate ? IconLock : IconHash
  return (
    <header className={classes.head}>
      <ActionIcon
        className={classes.back}
        component={Link}
        to={links.channels}
        variant="subtle"
        color="gray"
        aria-label={t.channels.back}
      >
        <IconArrowLeft size={16} stroke={1.6} />
      </ActionIcon>
      <div className={classes.about}>
        <Title order={1} className={classes.title}>
          <Icon
            size={18}
            stroke={1.6}
            aria-label={isPrivate ? t.channels.isPrivate : undefined}
            aria-hidden={!isPrivate}
          />
          {name}
        </Title>
        {description && <span className={classes.quiet}>{description}</span>}
      </div>
      <MuteButton object={`channel:${channel.id}`} />
      {canManage && (
        <Tooltip label={t.channels.settings}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.channels.settings}
            onClick={changing.open}
          >
            <IconPencil size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      )}
      <Button
        variant="default"
        leftSection={<IconUsers size={14} stroke={1.6} />}
        onClick={listed.open}
      >
        {isPrivate ? t.channels.members.open(members.length) : t.channels.members.title}
      </Button>
      {isListed && <Members channel={channel} onClose={listed.close} />}
      {isChanging && <ChannelForm channel={channel} onClose={changing.close} />}
    </header>
  )
}
