import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { Choose } from '../../components/choose.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useNames } from '../../fields/names.ts'
import { useTexts } from '../../texts/index.ts'
import { Results } from './results.tsx'

const CONTACTS = '_clients/_contacts'

/** Records that contacts agreed to mailings: how and to what is kept for ever. */
export function Subscribe({ onClose }: { onClose: () => void }) {
  const t = useTexts().marketing
  const [items, setItems] = useState<string[]>([])
  const [method, setMethod] = useState('')
  const [wording, setWording] = useState('')
  const subscribe = useChange('marketing', 'subscribe', { onFail: () => undefined })
  const names = useNames(CONTACTS, items)
  if (subscribe.data) {
    return (
      <Results
        results={subscribe.data.subscribers.map(({ item, status, reason }) => ({
          id: item,
          name: names.get(item) ?? '',
          status,
          reason,
        }))}
        onClose={onClose}
      />
    )
  }
  return (
    <FormModal
      title={t.subscribe}
      submit={t.subscribe}
      change={subscribe}
      onSubmit={() =>
        subscribe.mutate({
          input: { consent: { method, wording }, subscribers: items.map((item) => ({ item })) },
        })
      }
      onClose={onClose}
      isDisabled={items.length === 0}
    >
      <Choose source={CONTACTS} label={t.fields.contacts} ids={items} onPick={setItems} />
      <TextInput
        label={t.fields.method}
        placeholder={t.methodExample}
        value={method}
        onChange={({ currentTarget }) => setMethod(currentTarget.value)}
        required
      />
      <Textarea
        label={t.fields.wording}
        value={wording}
        onChange={({ currentTarget }) => setWording(currentTarget.value)}
        autosize
        minRows={2}
      />
    </FormModal>
  )
}
