import { Select, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormModal } from '../../components/form-modal.tsx'
import { useTexts } from '../../texts/index.ts'
import { type Lifetime, LifetimeSelect, ttlOf } from './lifetime.tsx'
import { saveEntry, useScopes } from './scopes.ts'
import classes from './storage.module.css'

export function NewEntry({ place: first, onClose }: { place: string; onClose: () => void }) {
  const t = useTexts()
  const queries = useQueryClient()
  const { scopes } = useScopes()
  const [place, setPlace] = useState(first)
  const [key, setKey] = useState('')
  const [data, setData] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('forever')
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
  return (
    <FormModal
      title={t.storage.create}
      submit={t.frame.actions.create}
      change={create}
      onSubmit={() => create.mutate()}
      onClose={onClose}
    >
      <Select
        label={t.storage.fields.place}
        data={scopes}
        value={place}
        onChange={(next) => next && setPlace(next)}
        searchable
        allowDeselect={false}
      />
      <TextInput
        label={t.storage.fields.key}
        value={key}
        onChange={({ currentTarget }) => setKey(currentTarget.value)}
        maxLength={255}
        required
        data-autofocus
      />
      <Textarea
        label={t.storage.fields.value}
        value={data}
        onChange={({ currentTarget }) => setData(currentTarget.value)}
        className={classes.value ?? ''}
        autosize
        minRows={4}
        maxRows={16}
      />
      <LifetimeSelect value={lifetime} onChange={setLifetime} />
    </FormModal>
  )
}
