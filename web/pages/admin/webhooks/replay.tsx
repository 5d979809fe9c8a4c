import { Text } from '@mantine/core'
import { NumberField, SegmentsField } from '../../../components/controls.tsx'
import { MomentInput } from '../../../components/day-input.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useTexts } from '../texts.ts'
import type { Webhook } from './webhook-form.tsx'

type Way = 'since' | 'position'

/** Everything once more, from a time or a place in the log on. */
export function Replay({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useTexts().admin.webhooks
  const { values, field, modal } = useForm('webhooks', 'replay', {
    values: {
      by: 'since' as Way,
      since: null as string | null,
      position: webhook.position as number | null,
    },
    request: ({ by, since, position }) => ({
      params: { id: webhook.id },
      input: by === 'since' ? { since: since ?? '' } : { position: position ?? 1 },
    }),
    notice: t.replayed,
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={t.replay}
      submit={t.replayDo}
      isDisabled={values[values.by] === null}
    >
      <Text size="sm">{t.replayHint}</Text>
      <SegmentsField
        {...field('by', t.replay)}
        size="xs"
        data={[
          { value: 'since', label: t.replaySince },
          { value: 'position', label: t.replayPosition },
        ]}
      />
      {values.by === 'since' ? (
        <MomentInput {...field('since', t.replaySince)} />
      ) : (
        <NumberField
          {...field('position', t.replayPosition)}
          max={webhook.position + 1}
          allowDecimal={false}
          hideControls
        />
      )}
    </FormModal>
  )
}
