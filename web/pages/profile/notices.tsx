import { Button, NativeSelect, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { Loading } from '../../components/states.tsx'
import { TimeInput } from '../../components/time-input.tsx'
import { When } from '../../components/when.tsx'
import { useDayTexts } from '../../texts/day.ts'
import { ObjectName } from '../admin/object-name.tsx'
import { Section } from '../apps/item/section.tsx'
import { BrowserNotices } from './browser-notices.tsx'
import classes from './profile.module.css'

type Settings = ReplyOf<'notifications', 'getSettings'>
type Kind = keyof Settings['kinds']
type Way = Settings['kinds'][Kind]

const KINDS: Kind[] = ['mention', 'task', 'message', 'comment', 'system']
const WAYS: Way[] = ['none', 'inbox', 'digest', 'mail']

/** How somebody is told of what, and when not. */
export function Notices() {
  const t = useDayTexts().profile
  const { data } = useApi('notifications', 'getSettings', {})
  const save = useChange('notifications', 'saveSettings')
  if (!data) return <Loading />
  return (
    <Section title={t.notices}>
      <div className={classes.fields}>
        {KINDS.map((kind) => (
          <NativeSelect
            key={kind}
            label={t.kinds[kind]}
            value={data.kinds[kind]}
            data={WAYS.map((value) => ({ value, label: t.ways[value] }))}
            onChange={({ currentTarget }) =>
              save.mutate({ input: { kinds: { [kind]: currentTarget.value as Way } } })
            }
          />
        ))}
      </div>
      <BrowserNotices kinds={KINDS} chosen={data.push} />
      <Times settings={data} />
      <Muted />
    </Section>
  )
}

function Times({ settings: { quiet, digestAt } }: { settings: Settings }) {
  const t = useDayTexts().profile
  const [times, setTimes] = useState({
    from: quiet?.from ?? '',
    to: quiet?.to ?? '',
    digest: digestAt ?? '',
  })
  const save = useChange('notifications', 'saveSettings', {
    onDone: () => notifications.show({ message: t.saved }),
  })
  const input = (key: keyof typeof times, label: string, hint: string) => (
    <TimeInput
      label={label}
      description={hint}
      value={times[key]}
      onChange={(value) => setTimes((now) => ({ ...now, [key]: value }))}
    />
  )
  const { from, to, digest } = times
  return (
    <form
      className={classes.fields}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({
          input: { quiet: from && to ? { from, to } : null, digestAt: digest || null },
        })
      }}
    >
      {input('digest', t.digestAt, t.digestHint)}
      {input('from', t.quietFrom, t.quietHint)}
      {input('to', t.quietTo, t.quietHint)}
      <Button
        type="submit"
        variant="default"
        loading={save.isPending}
        className={classes.button ?? ''}
      >
        {t.save}
      </Button>
    </form>
  )
}

type Mute = ReplyOf<'notifications', 'listMutes'>['mutes'][number]

function Muted() {
  const t = useDayTexts().profile
  const { data } = useApi('notifications', 'listMutes', {})
  const unmute = useChange('notifications', 'unmute')
  const columns: Column<Mute>[] = [
    {
      key: 'object',
      title: t.muted,
      cell: ({ object }) => <ObjectName object={object} />,
    },
    {
      key: 'since',
      title: t.since,
      isTight: true,
      isQuiet: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'unmute',
      title: t.unmute,
      isAction: true,
      cell: ({ object }) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => unmute.mutate({ input: { object } })}
        >
          {t.unmute}
        </Button>
      ),
    },
  ]
  return (
    <ListTable
      label={t.muted}
      columns={columns}
      rows={data?.mutes ?? []}
      idOf={({ object }) => object}
      empty={<Text className={classes.hint}>{t.noMuted}</Text>}
    />
  )
}
