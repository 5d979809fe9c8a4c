import { Button, SegmentedControl } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useApi } from '../../api.ts'
import { client } from '../../client.ts'
import type { Field } from '../../fields/field.ts'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import { Failure, Loading } from '../states.tsx'
import { EventEntry } from './event.tsx'
import classes from './feed.module.css'
import { FeedMessage } from './message.tsx'
import { MessageInput } from './message-input.tsx'
import { type Said, sendMessage } from './stream.ts'

type ItemAddress = { namespace: string; code: string; id: string }
type Shown = 'all' | 'message' | 'event'

const SIZE = 30
/** Tasks, instances and files are found under this name: they have no definition of their own. */
const SYSTEM = 'system'

function useActivity(params: ItemAddress) {
  return useList(
    'messages',
    'activity',
    { params, input: { size: SIZE } },
    { rows: ({ entries }) => entries, by: 'from' },
  )
}

/**
 * What people say about an object and what happened to it, newest first. Tasks, instances and files
 * are `{ namespace: 'system', code: 'tasks', id }` and so on.
 */
export function Feed({ of }: { of: ItemAddress }) {
  const t = useTexts()
  const queries = useQueryClient()
  const [shown, setShown] = useState<Shown>('all')
  const { data, rows, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useActivity(of)
  useRead(of, data?.pages[0]?.unread ?? 0)
  const send = async (said: Said) => {
    await sendMessage(of, said)
    await queries.invalidateQueries({ queryKey: ['messages'] })
  }
  if (error) return <Failure error={error} again={refetch} />
  if (!data) return <Loading />
  return (
    <section className={classes.feed} aria-label={t.items.feed.title}>
      <MessageInput
        key={of.id}
        place={`${of.namespace}/${of.code}/${of.id}`}
        label={t.items.feed.write}
        onSend={send}
        hasFiles={of.namespace !== SYSTEM || of.code === 'tasks'}
      />
      <SegmentedControl
        size="xs"
        aria-label={t.items.feed.title}
        value={shown}
        onChange={(next) => setShown(next as Shown)}
        data={[
          { value: 'all', label: t.items.feed.all },
          { value: 'message', label: t.items.feed.messages },
          { value: 'event', label: t.items.feed.history },
        ]}
      />
      <Entries of={of} entries={rows.filter(({ kind }) => shown === 'all' || kind === shown)} />
      {hasNextPage && (
        <Button
          variant="subtle"
          color="gray"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t.items.feed.older}
        </Button>
      )}
    </section>
  )
}

type Entry = ReturnType<typeof useActivity>['rows'][number]

const NO_FIELDS: Field[] = []

function Entries({ of, entries }: { of: ItemAddress; entries: Entry[] }) {
  const t = useTexts()
  const { namespace, code } = of
  const { data } = useApi(
    'scheme',
    'getApp',
    { params: { namespace, code } },
    { fresh: 60_000, enabled: namespace !== SYSTEM },
  )
  if (entries.length === 0) return <span className={classes.quiet}>{t.items.feed.nothing}</span>
  return (
    <div className={classes.entries}>
      {entries.map((entry) =>
        entry.kind === 'message' ? (
          <FeedMessage key={entry.message.id} of={of} message={entry.message} />
        ) : (
          <EventEntry
            key={`${entry.at} ${entry.type} ${entry.object}`}
            event={entry}
            fields={data?.application.fields ?? NO_FIELDS}
            isOwn={entry.object.endsWith(of.id)}
          />
        ),
      )}
    </div>
  )
}

/** Whoever sees the messages has read them. */
function useRead({ namespace, code, id }: ItemAddress, unread: number) {
  useEffect(() => {
    if (unread > 0) void client.messages.readObject({ params: { namespace, code, id } })
  }, [namespace, code, id, unread])
}
