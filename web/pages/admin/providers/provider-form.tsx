import { PasswordInput, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { Copied } from '../copied.tsx'
import { useTexts } from '../texts.ts'
import { ConnectionInput, EMPTY_CONNECTIONS } from './connection-input.tsx'
import { RulesInput } from './rules-input.tsx'

export type Provider = ReplyOf<'providers', 'list'>['providers'][number]
export type Given = Pick<Provider, 'code' | 'name' | 'isEnabled' | 'connection' | 'rules'>

const EMPTY: Given = {
  code: '',
  name: '',
  isEnabled: true,
  connection: EMPTY_CONNECTIONS.oidc,
  rules: {
    domains: [],
    linksByEmail: false,
    linksByExternalId: false,
    trustsEmail: false,
    checksFactors: false,
    newUsers: 'off',
    requiredGroup: null,
    groups: [],
  },
}

type FormProps = { provider?: Provider; onClose: () => void }

export function ProviderForm({ provider, onClose }: FormProps) {
  const t = useTexts()
  const [given, setGiven] = useState<Given>(provider ?? EMPTY)
  const [secret, setSecret] = useState('')
  const options = { changes: ['group'], onDone: onClose, onFail: () => undefined } as const
  const create = useChange('providers', 'create', options)
  const update = useChange('providers', 'update', options)
  const set = (part: Partial<Given>) => setGiven((known) => ({ ...known, ...part }))
  const send = () => {
    const { code, name, isEnabled, connection, rules } = given
    const input = { code, name, isEnabled, connection, rules, ...(secret && { secret }) }
    if (provider) update.mutate({ params: { id: provider.id }, input })
    else create.mutate({ input })
  }
  return (
    <FormModal
      title={provider ? t.admin.providers.edit : t.admin.providers.create}
      submit={provider ? t.frame.actions.save : t.frame.actions.create}
      change={provider ? update : create}
      onSubmit={send}
      onClose={onClose}
      isDisabled={provider?.isFixed ?? false}
      size="lg"
    >
      <NamesInput given={given} onChange={set} />
      <ConnectionInput
        connection={given.connection}
        isNew={provider === undefined}
        onChange={(connection) => set({ connection })}
      />
      {given.connection.kind === 'saml' ? (
        <Textarea
          label={t.admin.providers.saml.key}
          description={
            provider?.hasSecret ? t.admin.providers.secretKept : t.admin.providers.saml.keyHint
          }
          autosize
          minRows={1}
          maxRows={6}
          value={secret}
          autoComplete="off"
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
      ) : (
        <PasswordInput
          label={
            given.connection.kind === 'ldap'
              ? t.admin.providers.bindPassword
              : t.admin.providers.secret
          }
          description={provider?.hasSecret ? t.admin.providers.secretKept : undefined}
          value={secret}
          autoComplete="off"
          onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        />
      )}
      <RulesInput
        rules={given.rules}
        kind={given.connection.kind}
        onChange={(rules) => set({ rules })}
      />
      {provider && provider.connection.kind !== 'ldap' && <Addresses provider={provider} />}
    </FormModal>
  )
}

type PartProps = { given: Given; onChange: (part: Partial<Given>) => void }

function NamesInput({ given, onChange }: PartProps) {
  const t = useTexts().admin.providers
  return (
    <>
      <TextInput
        label={t.name}
        description={t.nameHint}
        value={given.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        required
        data-autofocus
      />
      <TextInput
        label={t.code}
        description={t.codeHint}
        value={given.code}
        onChange={({ currentTarget }) => onChange({ code: currentTarget.value })}
        required
      />
      <Switch
        label={t.isEnabled}
        checked={given.isEnabled}
        onChange={({ currentTarget }) => onChange({ isEnabled: currentTarget.checked })}
      />
    </>
  )
}

/** What administrators enter at the provider. */
function Addresses({ provider: { addresses } }: { provider: Provider }) {
  const t = useTexts().admin.providers
  const all =
    addresses.metadata === null
      ? {
          [t.callback]: addresses.callback,
          [t.logout]: addresses.logout,
          [t.signedOut]: addresses.signedOut,
        }
      : {
          [t.saml.callback]: addresses.callback,
          [t.saml.logout]: addresses.logout,
          [t.saml.metadata]: addresses.metadata,
        }
  return (
    <Stack gap={4}>
      <Text fw={600} size="sm">
        {t.addresses}
      </Text>
      {Object.entries(all).map(([label, text]) => (
        <div key={label}>
          <Text size="xs">{label}</Text>
          <Copied label={label} text={text} />
        </div>
      ))}
    </Stack>
  )
}
