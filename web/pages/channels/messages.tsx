import { Loader } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useApi } from '../../api.ts'
import { client } from '../../client.ts'
import { FeedMessage } from '../../components/feed/message.tsx'
import type { Message } from '../../components/feed/stream.ts'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { useMe } from '../../frame/session.tsx'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './channels.module.css'
import { dayOf, useDayName } from './days.ts'

const SIZE = 40

function useMessages(channel: string) {
  return useList(
    'messages',
    'listChannelMessages',
    { params: { channel }, input: { size: SIZE } },
    { rows: ({ result }) => result.result, by: 'from' },
  )
}

/** What was said in a channel, the newest last; the older comes while somebody scrolls up. */
export function Messages({ channel }: { channel: string }) {
  const t = useTexts()
  const { data, rows, error, refetch, hasNextPage, fetchNextPage } = useMessages(channel)
  const firstNew = useReading(channel, data?.pages[0]?.result.result)
  const top = useWhenSeen(hasNextPage, () => void fetchNextPage())
  if (error) return <Failure error={error} again={refetch} />
  if (!data) return <Loading />
  const messages = inOrder(rows)
  if (messages.length === 0) {
    return (
      <div className={classes.none}>
        <Empty icon={IconMessagePlus} title={t.channels.noMessages} hint={t.channels.beFirst} />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section className={classes.scroll} tabIndex={0} aria-label={t.channels.messages}>
      <div className={classes.messages} role="log">
        {hasNextPage && (
          <div ref={top} className={classes.older}>
            <Loader size="xs" type="dots" aria-label={t.channels.loadingOlder} />
          </div>
        )}
        <Days channel={channel} messages={messages} firstNew={firstNew} />
      </div>
    </section>
  )
}

/** Pages overlap where something was said between asking for them. */
function inOrder(newestFirst: readonly Message[]): Message[] {
  const byId = new Map(newestFirst.map((message) => [message.id, message]))
  return [...byId.values()].reverse()
}

type DaysProps = { channel: string; messages: readonly Message[]; firstNew: string | undefined }

function Days({ channel, messages, firstNew }: DaysProps) {
  const t = useTexts()
  const nameOf = useDayName()
  return messages.map((message, at) => {
    const day = dayOf(message.createdAt)
    const before = messages[at - 1]
    const isNewDay = !before || dayOf(before.createdAt) !== day
    return (
      <Fragment key={message.id}>
        {isNewDay && <Line text={nameOf(message.createdAt)} />}
        {message.id === firstNew && <Line text={t.channels.newFrom} isNew />}
        <FeedMessage of={{ channel }} message={message} />
      </Fragment>
    )
  })
}

function Line({ text, isNew = false }: { text: string; isNew?: boolean }) {
  return (
    <div className={classes.day} data-new={isNew || undefined}>
      <span>{text}</span>
    </div>
  )
}

/** Tells that something came into view, as often as it does. */
function useWhenSeen(isThere: boolean, onSeen: () => void) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const latest = useRef(onSeen)
  latest.current = onSeen
  useEffect(() => {
    if (!element || !isThere) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) latest.current()
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, isThere])
  return setElement
}

/** Who sees a channel has read it. Answers the first message that was new when it was opened. */
function useReading(channel: string, newest: readonly Message[] | undefined): string | undefined {
  const me = useMe()
  const { data } = useApi('messages', 'myChannels', {})
  const unread = data?.channels.find(({ id }) => id === channel)?.unread
  const [firstNew, setFirstNew] = useState<string | null>()
  useEffect(() => {
    if (firstNew !== undefined || unread === undefined || !newest) return
    const others = newest.filter(({ author }) => author !== me.id)
    setFirstNew(unread > 0 ? (others[unread - 1]?.id ?? null) : null)
  }, [firstNew, unread, newest, me.id])
  const isShown = newest !== undefined
  useEffect(() => {
    const read = () => {
      if (!unread || !isShown || document.hidden) return
      void client.messages.readChannel({ params: { id: channel } })
    }
    read()
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [channel, unread, isShown])
  return firstNew ?? undefined
}
