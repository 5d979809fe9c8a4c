import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LongTextField, SelectField, TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useFields, useValues } from '../../components/use-form.tsx'
import { useTexts } from '../../texts/index.ts'
import { type Lifetime, LifetimeSelect, ttlOf } from './lifetime.tsx'
import { saveEntry, useScopes } from './scopes.ts'
import classes from './storage.module.css'

export function NewEntry({ place: first, onClose }: { place: string; onClose: () => void }) {
  const t = useTexts()
  const queries = useQueryClient()
  const { scopes } = useScopes()
  const form = useValues({ place: first, key: '', data: '', lifetime: 'forever' as Lifetime })
  const { place, key, data, lifetime } = form.values
  const create = useMutation({
    mutationFn: () => {
      const ttl = ttlOf(lifetime, null)
      // What is there under this key already is not to be lost by a slip.
      return saveEntry({ place, key }, data, {
        'if-none-match': '*',
        ...(ttl && { 'kontor-ttl': ttl }),
      })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['storage'] })
      onClose()
    },
    onError: () => undefined,
  })
  const { field } = useFields(form)
  return (
    <FormModal
      title={t.storage.create}
      submit={t.frame.actions.create}
      change={create}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <SelectField {...field('place', t.storage.fields.place)} data={scopes} searchable />
      <TextField {...field('key', t.storage.fields.key)} maxLength={255} required data-autofocus />
      <LongTextField
        {...field('data', t.storage.fields.value)}
        className={classes.value ?? ''}
        minRows={4}
        maxRows={16}
      />
      <LifetimeSelect value={lifetime} onChange={(lifetime) => form.set({ lifetime })} />
    </FormModal>
  )
}
