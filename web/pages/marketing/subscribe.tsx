import { Choose } from '../../components/choose.tsx'
import { LongTextField, TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useNames } from '../../fields/names.ts'
import { useTexts } from '../../texts/index.ts'
import { Results } from './results.tsx'

const CONTACTS = '_clients/_contacts'

/** Records that contacts agreed to mailings: how and to what is kept for ever. */
export function Subscribe({ onClose }: { onClose: () => void }) {
  const t = useTexts().marketing
  const { values, field, change, modal } = useForm('marketing', 'subscribe', {
    values: { items: [] as string[], method: '', wording: '' },
    request: ({ items, ...consent }) => ({
      input: { consent, subscribers: items.map((item) => ({ item })) },
    }),
    onClose,
    onDone: () => undefined,
  })
  const names = useNames(CONTACTS, values.items)
  if (change.data) {
    return (
      <Results
        results={change.data.subscribers.map(({ item, status, reason }) => ({
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
      {...modal}
      title={t.subscribe}
      submit={t.subscribe}
      isDisabled={values.items.length === 0}
    >
      <Choose {...field('items', t.fields.contacts)} source={CONTACTS} />
      <TextField {...field('method', t.fields.method)} placeholder={t.methodExample} required />
      <LongTextField {...field('wording', t.fields.wording)} />
    </FormModal>
  )
}
