import { MultiSelect, TagsInput } from '@mantine/core'
import type { ReplyOf } from '../../../client.ts'
import { TextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useWorkspaces } from '../apps.ts'
import { useEventTypes } from '../event-types.ts'
import { useTexts } from '../texts.ts'

export type Webhook = ReplyOf<'webhooks', 'list'>['webhooks'][number]

type Given = Pick<Webhook, 'name' | 'url' | 'types' | 'apps' | 'namespaces'>

const EMPTY: Given = { name: '', url: '', types: [], apps: [], namespaces: [] }

type WebhookFormProps = {
  webhook?: Webhook
  onClose: () => void
  /** With the secret of a new one, which is shown only now. */
  onDone: (webhook: Webhook, secret?: string) => void
}

export function WebhookForm({ webhook, onClose, onDone }: WebhookFormProps) {
  const { admin, frame } = useTexts()
  const t = admin.webhooks
  const types = useEventTypes()
  const { apps, workspaces } = useWorkspaces()
  const { field, modal } = useForm('webhooks', webhook ? 'update' : 'create', {
    values: webhook ?? EMPTY,
    request: ({ name, url, types, apps, namespaces }) => ({
      ...(webhook && { params: { id: webhook.id } }),
      input: { name, url, types, apps, namespaces },
    }),
    onClose,
    onDone: (reply) => onDone(reply.webhook, 'secret' in reply ? reply.secret : undefined),
  })
  const choice = { searchable: true, clearable: true, hidePickedOptions: true } as const
  return (
    <FormModal
      {...modal}
      title={webhook ? t.edit : t.create}
      submit={webhook ? frame.actions.save : frame.actions.create}
      size="lg"
    >
      <TextField {...field('name', t.name)} data-autofocus />
      <TextField {...field('url', t.url)} placeholder="https://" type="url" />
      <TagsInput
        {...field('types', t.types)}
        description={t.typesHint}
        data={types}
        acceptValueOnBlur
        clearable
        maxDropdownHeight={220}
      />
      <MultiSelect
        {...field('apps', t.apps)}
        {...choice}
        description={t.appsHint}
        data={apps}
        maxDropdownHeight={220}
      />
      <MultiSelect
        {...field('namespaces', t.workspaces)}
        {...choice}
        description={t.appsHint}
        data={workspaces}
        maxDropdownHeight={220}
      />
    </FormModal>
  )
}
