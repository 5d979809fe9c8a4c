import { MultiSelect, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { FormModal } from '../../../components/form-modal.tsx'
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
  const t = useTexts()
  const [given, setGiven] = useState<Given>(webhook ?? EMPTY)
  const create = useChange('webhooks', 'create', {
    onDone: (reply) => onDone(reply.webhook, reply.secret),
    onFail: () => undefined,
  })
  const update = useChange('webhooks', 'update', {
    onDone: (reply) => onDone(reply.webhook),
    onFail: () => undefined,
  })
  const set = (part: Partial<Given>) => setGiven((known) => ({ ...known, ...part }))
  const send = () => {
    const { name, url, types, apps, namespaces } = given
    const input = { name, url, types, apps, namespaces }
    if (webhook) update.mutate({ params: { id: webhook.id }, input })
    else create.mutate({ input })
  }
  return (
    <FormModal
      title={webhook ? t.admin.webhooks.edit : t.admin.webhooks.create}
      submit={webhook ? t.frame.actions.save : t.frame.actions.create}
      change={webhook ? update : create}
      onSubmit={send}
      onClose={onClose}
      size="lg"
    >
      <TextInput
        label={t.admin.webhooks.name}
        value={given.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        required
        data-autofocus
      />
      <TextInput
        label={t.admin.webhooks.url}
        placeholder="https://"
        type="url"
        value={given.url}
        onChange={({ currentTarget }) => set({ url: currentTarget.value })}
        required
      />
      <Wishes given={given} onChange={set} />
    </FormModal>
  )
}

type WishesProps = { given: Given; onChange: (part: Partial<Given>) => void }

/** What it wants to hear of. */
function Wishes({ given, onChange }: WishesProps) {
  const t = useTexts().admin.webhooks
  const types = useEventTypes()
  const { apps, workspaces } = useWorkspaces()
  return (
    <>
      <TagsInput
        label={t.types}
        description={t.typesHint}
        data={types}
        value={given.types}
        onChange={(next) => onChange({ types: next })}
        acceptValueOnBlur
        clearable
        maxDropdownHeight={220}
      />
      <MultiSelect
        label={t.apps}
        description={t.appsHint}
        data={apps}
        value={given.apps}
        onChange={(next) => onChange({ apps: next })}
        searchable
        clearable
        hidePickedOptions
        maxDropdownHeight={220}
      />
      <MultiSelect
        label={t.workspaces}
        description={t.appsHint}
        data={workspaces}
        value={given.namespaces}
        onChange={(next) => onChange({ namespaces: next })}
        searchable
        clearable
        hidePickedOptions
        maxDropdownHeight={220}
      />
    </>
  )
}
