import { Alert, Button, Drawer, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { LongTextField } from '../../components/controls.tsx'
import { useFocusReturn } from '../../components/focus-return.ts'
import { sizeText } from '../../components/size-text.ts'
import { Shown } from '../../components/states.tsx'
import { useDates } from '../../components/when.tsx'
import { useLanguage, useTexts } from '../../texts/index.ts'
import { type Lifetime, LifetimeSelect, ttlOf } from './lifetime.tsx'
import { deleteEntry, type Entry, readEntry, saveEntry, useScopes } from './scopes.ts'
import classes from './storage.module.css'

type OfEntry = { entry: Entry; onClose: () => void }

/** One value, to read and to change. */
export function ValueDrawer({ entry, onClose }: OfEntry) {
  useFocusReturn()
  const t = useTexts()
  const { nameOf } = useScopes()
  const language = useLanguage()
  const { place, key, size } = entry
  const asked = useQuery({
    // Under a name of its own: what somebody is writing must not be replaced under their hands.
    queryKey: ['stored value', place, key],
    queryFn: async () => {
      const reply = await readEntry({ place, key })
      return { data: reply.data, etag: reply.$headers.get('etag') ?? '' }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={key}
      closeButtonProps={{ 'aria-label': t.frame.actions.close }}
    >
      <Text size="sm" c="var(--quiet)" mb="sm">
        {nameOf(place)} · {sizeText(size, language)} · {t.storage.version(entry.version)}
      </Text>
      <Shown of={asked}>
        {(found) => <Editor entry={entry} found={found} onClose={onClose} />}
      </Shown>
    </Drawer>
  )
}

type EditorProps = OfEntry & { found: { data: string; etag: string } }

function Editor({ entry, found, onClose }: EditorProps) {
  const t = useTexts()
  const dates = useDates()
  const queries = useQueryClient()
  const { expiresAt } = entry
  const [data, setData] = useState(found.data)
  const [lifetime, setLifetime] = useState<Lifetime>(expiresAt ? 'same' : 'forever')
  const done = {
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['storage', 'entries'] })
      onClose()
    },
    onError: () => undefined,
  }
  const matching = { 'if-match': found.etag }
  const save = useMutation({
    mutationFn: () => {
      const ttl = ttlOf(lifetime, expiresAt)
      return saveEntry(entry, data, { ...matching, ...(ttl && { 'kontor-ttl': ttl }) })
    },
    ...done,
  })
  const remove = useMutation({ mutationFn: () => deleteEntry(entry, matching), ...done })
  const error = save.error ?? remove.error
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="sm">
        {error && (
          <Alert color="red" variant="light" role="alert">
            {error.message}
          </Alert>
        )}
        <LongTextField
          label={t.storage.fields.value}
          value={data}
          onChange={setData}
          className={classes.value ?? ''}
          minRows={8}
          maxRows={28}
        />
        <LifetimeSelect
          value={lifetime}
          onChange={setLifetime}
          same={expiresAt ? t.storage.until(dates.moment(expiresAt)) : undefined}
        />
        <Group justify="space-between">
          <Button
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t.frame.actions.delete}
          </Button>
          <Button type="submit" loading={save.isPending}>
            {t.frame.actions.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
