import { Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { useMe } from '../../../frame/session.tsx'
import { Copied } from '../copied.tsx'
import { Secret } from '../secret.tsx'
import { useTexts } from '../texts.ts'
import { UserInput } from '../user-input.tsx'
import { type Scopes, ScopesInput, toScopes } from './scopes.tsx'

const DAY = 86_400_000
const PERIODS = [30, 90, 365]
const FOREVER = 'forever'

/** What it is called, what it may, for how long; then the secret, once. */
export function NewToken({ onClose }: { onClose: () => void }) {
  const t = useTexts().admin.tokens
  const [secret, setSecret] = useState<string>()
  if (secret === undefined) return <TokenForm onClose={onClose} onMade={setSecret} />
  const curl = `curl -s '${location.origin}/manage/v1/session' \\\n  -H 'Authorization: Bearer ${secret}'`
  return (
    <Secret title={t.secret} secret={secret} onClose={onClose}>
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {t.first}
        </Text>
        <Copied text={curl} label={t.first} />
      </Stack>
    </Secret>
  )
}

type Assistants = 'on' | 'read' | 'off'
const REACHES = ['own', 'people', 'everybody'] as const
type Reach = (typeof REACHES)[number]
type TokenFormProps = { onClose: () => void; onMade: (secret: string) => void }

function TokenForm({ onClose, onMade }: TokenFormProps) {
  const t = useTexts()
  const { isAdministrator } = useMe()
  const [name, setName] = useState('')
  const [user, setUser] = useState<string | null>(null)
  const [scopes, setScopes] = useState<Scopes>({ kind: 'all', chosen: [] })
  const [assistants, setAssistants] = useState<Assistants>('on')
  const [reach, setReach] = useState<Reach>('own')
  const [period, setPeriod] = useState('90')
  const create = useChange('access', 'createToken', {
    onDone: (reply) => onMade(reply.secret),
    onFail: () => undefined,
  })
  const wanted = toScopes(scopes)
  const isOfScim = wanted?.includes('scim:write') ?? false
  const send = () => {
    const expiresAt =
      period === FOREVER ? null : new Date(Date.now() + Number(period) * DAY).toISOString()
    const input = { name, scopes: wanted, expiresAt, assistants, ...(user && { user }) }
    create.mutate({ input: { ...input, ...(isOfScim && { reach }) } })
  }
  return (
    <FormModal
      title={t.admin.tokens.create}
      submit={t.frame.actions.create}
      change={create}
      onSubmit={send}
      onClose={onClose}
      size="lg"
      isDisabled={name.trim() === '' || wanted?.length === 0}
    >
      <TextInput
        label={t.admin.tokens.name}
        placeholder={t.admin.tokens.nameHint}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
        data-autofocus
      />
      {isAdministrator && (
        <div>
          <UserInput label={t.admin.tokens.owner} value={user} onChange={setUser} />
          <Text size="xs" c="var(--quiet)" mt={4}>
            {t.admin.tokens.ownerMe}
          </Text>
        </div>
      )}
      <ScopesInput value={scopes} onChange={setScopes} />
      {isOfScim && (
        <Select
          label={t.admin.tokens.reach}
          value={reach}
          onChange={(next) => setReach((next ?? 'own') as Reach)}
          allowDeselect={false}
          data={REACHES.map((value) => ({ value, label: t.admin.tokens.reachOf[value] }))}
        />
      )}
      <Select
        label={t.admin.tokens.assistants}
        value={assistants}
        onChange={(next) => setAssistants((next ?? 'on') as Assistants)}
        allowDeselect={false}
        data={(['on', 'read', 'off'] as const).map((value) => ({
          value,
          label: t.admin.tokens.assistantsOf[value],
        }))}
      />
      <Select
        label={t.admin.tokens.validFor}
        value={period}
        onChange={(next) => setPeriod(next ?? FOREVER)}
        allowDeselect={false}
        data={[
          ...PERIODS.map((days) => ({
            value: String(days),
            label: t.admin.tokens.days(days),
          })),
          { value: FOREVER, label: t.admin.tokens.forever },
        ]}
      />
    </FormModal>
  )
}
