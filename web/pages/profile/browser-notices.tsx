import { Checkbox, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { SwitchField } from '../../components/controls.tsx'
import { useDayTexts } from '../../texts/day.ts'
import { canPush, subscribe, unsubscribe } from './push.ts'

type Kind = ReplyOf<'notifications', 'getSettings'>['push'][number]
type Props = { kinds: readonly Kind[]; chosen: readonly Kind[] }

/** Whether this browser tells of notices while no page is open, and of which. */
export function BrowserNotices({ kinds, chosen }: Props) {
  const t = useDayTexts().profile
  const [now, setNow] = useState([...chosen])
  const { data } = useApi('notifications', 'getPush', {}, { enabled: canPush() })
  const queries = useQueryClient()
  const turn = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (!isOn) return unsubscribe()
      if (!(await subscribe())) notifications.show({ color: 'red', message: t.pushRefused })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['notifications', 'getPush'] }),
  })
  const save = useChange('notifications', 'saveSettings')
  if (!data?.isOffered) return null
  return (
    <>
      <SwitchField
        label={t.push}
        description={t.pushHint}
        value={data.isOn}
        disabled={turn.isPending}
        onChange={(next) => turn.mutate(next)}
      />
      {data.isOn && (
        <Checkbox.Group
          label={t.pushKinds}
          mt="xs"
          value={now}
          onChange={(next) => {
            setNow(next as Kind[])
            save.mutate({ input: { push: next as Kind[] } })
          }}
        >
          <Group gap="md" mt={4}>
            {kinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={t.kinds[kind]} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </>
  )
}
