import { NumberInput, SegmentedControl, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { plainField } from '../../../fields/plain-field.ts'
import { FieldInput } from '../../../fields/registry.tsx'
import { useTexts } from '../texts.ts'
import type { Webhook } from './webhook-form.tsx'

/** Everything once more, from a time or a place in the log on. */
export function Replay({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts()
  const [by, setBy] = useState<'since' | 'position'>('since')
  const [since, setSince] = useState<string | null>(null)
  const [position, setPosition] = useState<number | null>(webhook.position)
  const replay = useChange('webhooks', 'replay', {
    onDone: () => {
      notifications.show({ message: t.admin.webhooks.replayed })
      onClose()
    },
    onFail: () => undefined,
  })
  const given = by === 'since' ? since : position
  const send = () =>
    replay.mutate({
      params: { id: webhook.id },
      input: by === 'since' ? { since: since ?? '' } : { position: position ?? 1 },
    })
  return (
    <FormModal
      title={t.admin.webhooks.replay}
      submit={t.admin.webhooks.replayDo}
      change={replay}
      onSubmit={send}
      onClose={onClose}
      isDisabled={given === null}
    >
      <Text size="sm">{t.admin.webhooks.replayHint}</Text>
      <SegmentedControl
        size="xs"
        aria-label={t.admin.webhooks.replay}
        value={by}
        onChange={(next) => setBy(next as typeof by)}
        data={[
          { value: 'since', label: t.admin.webhooks.replaySince },
          { value: 'position', label: t.admin.webhooks.replayPosition },
        ]}
      />
      {by === 'since' ? (
        <FieldInput
          field={plainField('DATETIME', t.admin.webhooks.replaySince)}
          label={t.admin.webhooks.replaySince}
          value={since}
          onChange={(next) => setSince(typeof next === 'string' ? next : null)}
        />
      ) : (
        <NumberInput
          label={t.admin.webhooks.replayPosition}
          value={position ?? ''}
          onChange={(next) => setPosition(typeof next === 'number' ? next : null)}
          min={1}
          max={webhook.position + 1}
          allowDecimal={false}
          hideControls
        />
      )}
    </FormModal>
  )
}
