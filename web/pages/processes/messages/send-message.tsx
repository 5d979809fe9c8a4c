import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { v4 } from 'uuid'
import { refresh, useApi } from '../../../api.ts'
import { client } from '../../../client.ts'
import { LongTextField, TextField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useFields, useValues } from '../../../components/use-form.tsx'
import { useSteeringTexts } from '../../../texts/steering.ts'
import { Match } from './match.tsx'
import type { Message } from './messages-page.tsx'

type SendMessageProps = {
  /** A dead letter to be sent again, as it is or corrected. */
  of?: Message
  onClose: () => void
}

type NewMessage = { name: string; correlation: string; content: string }

const DELAY = 300
const LONGEST = 30 * 86_400

/** Says who would receive a message while it is written, and sends it. */
export function SendMessage({ of, onClose }: SendMessageProps) {
  const t = useSteeringTexts().messages
  const queries = useQueryClient()
  const before = wantedOf(of)
  const form = useValues(before)
  // What is sent again because no answer came is not received twice.
  const [key] = useState(() => v4())
  const [sought] = useDebouncedValue(form.values, DELAY)
  const match = useMatch(sought)
  const send = useMutation({
    mutationFn: () => sendIt(of, before, { ...form.values, key }),
    onError: () => undefined,
    onSuccess: (left) => {
      notifications.show({ message: t.sentDone })
      if (left) notifications.show({ color: 'yellow', message: t.oldStays(left.message) })
      onClose()
    },
    onSettled: () => refresh(queries, ['instance']),
  })
  const { values: wanted, field } = useFields(form, send)
  const isObject = parse(wanted.content) !== undefined
  return (
    <FormModal
      title={of ? t.resendTitle(of.name) : t.sendTitle}
      size="lg"
      submit={t.confirm}
      change={send}
      onSubmit={() => send.mutate()}
      onClose={onClose}
      isDisabled={wanted.name.trim() === '' || !isObject}
    >
      <Autocomplete {...field('name', t.name)} required data={match.data?.names ?? []} />
      <TextField {...field('correlation', t.correlationField)} description={t.correlationHint} />
      <Match name={sought.name.trim()} correlation={sought.correlation} match={match.data} />
      <LongTextField
        {...field('content', t.variables)}
        maxRows={12}
        ff="monospace"
        {...(!isObject && { error: t.notJson })}
      />
    </FormModal>
  )
}

const wantedOf = (of: Message | undefined): NewMessage => ({
  name: of?.name ?? '',
  correlation: of?.correlation ?? '',
  content: JSON.stringify(of?.variables ?? {}, null, 2),
})

const useMatch = ({ name, correlation }: NewMessage) =>
  useApi(
    'processes',
    'matchMessage',
    { input: { name: name.trim(), ...(correlation !== '' && { correlation }) } },
    { keep: true },
  )

/** What is corrected is a new message, and the old one is dropped; or why it could not be. */
async function sendIt(
  of: Message | undefined,
  before: NewMessage,
  { key, ...wanted }: NewMessage & { key: string },
): Promise<Error | undefined> {
  const isSame = Object.keys(before).every(
    (key) => before[key as keyof NewMessage] === wanted[key as keyof NewMessage],
  )
  if (of && isSame) {
    await client.processes.resendMessage({ params: { id: of.id } })
    return undefined
  }
  const { name, correlation, content } = wanted
  await client.workers.sendMessage({
    input: {
      ...{ name: name.trim(), key },
      ...(correlation !== '' && { correlation }),
      ...(of && { ttlSeconds: secondsOf(of) }),
      variables: parse(content) ?? {},
    },
  })
  try {
    if (of) await client.processes.discardMessage({ params: { id: of.id } })
    return undefined
  } catch (error) {
    return error as Error
  }
}

/** How long a message waited for a receiver; a minute at least, as one that is sent again. */
const secondsOf = ({ sentAt, expiresAt }: Message): number =>
  Math.min(Math.max(Math.round((Date.parse(expiresAt) - Date.parse(sentAt)) / 1000), 60), LONGEST)

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}')
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
