import { Badge } from '@mantine/core'
import { IconHash, IconLock } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import type { ReplyOf } from '../../client.ts'
import { When } from '../../components/when.tsx'
import { useLinked } from '../../fields/linked.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './channels.module.css'

export type MyChannel = ReplyOf<'messages', 'myChannels'>['channels'][number]

const lastAt = ({ last, createdAt }: MyChannel) => last?.createdAt ?? createdAt

/** Where something was said last comes first. */
export function ChannelList({ channels }: { channels: readonly MyChannel[] }) {
  const t = useTexts()
  const sorted = channels.toSorted(
    (one, other) => Date.parse(lastAt(other)) - Date.parse(lastAt(one)),
  )
  return (
    <nav className={classes.channels} aria-label={t.channels.title}>
      {sorted.map((channel) => (
        <ChannelLine key={channel.id} channel={channel} />
      ))}
    </nav>
  )
}

function ChannelLine({ channel }: { channel: MyChannel }) {
  const t = useTexts()
  const { id, name, accessType, unread, last } = channel
  const isPrivate = accessType === 'private'
  const Icon = isPrivate ? IconLock : IconHash
  const [author] = useLinked('users', last?.author ?? [])
  return (
    <NavLink to={links.channel(id)} className={classes.channel} data-new={unread > 0 || undefined}>
      <Icon size={16} stroke={1.6} aria-label={isPrivate ? t.channels.isPrivate : undefined} />
      <span className={classes.words}>
        <span className={classes.top}>
          <span className={classes.name}>{name}</span>
          {last && (
            <span className={classes.when}>
              <When at={last.createdAt} />
            </span>
          )}
        </span>
        <span className={classes.top}>
          <span className={classes.last}>
            {last
              ? `${author?.name ?? ''}: ${last.text || t.channels.onlyFiles}`
              : channel.description || t.channels.noMessages}
          </span>
          {unread > 0 && (
            <Badge size="sm" circle={unread < 10} aria-label={t.channels.unread(unread)}>
              {unread > 99 ? '99+' : unread}
            </Badge>
          )}
        </span>
      </span>
    </NavLink>
  )
}
