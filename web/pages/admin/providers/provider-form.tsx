import { Stack, Text } from '@mantine/core'
import type { ReplyOf } from '../../../client.ts'
import {
  LongTextField,
  PasswordField,
  SwitchField,
  TextField,
} from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
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
  const { admin, frame } = useTexts()
  const t = admin.providers
  const { values, set, field, modal } = useForm('providers', provider ? 'update' : 'create', {
    values: { ...(provider ?? EMPTY), secret: '' },
    request: ({ code, name, isEnabled, connection, rules, secret }) => ({
      ...(provider && { params: { id: provider.id } }),
      input: { code, name, isEnabled, connection, rules, ...(secret && { secret }) },
    }),
    changes: ['group'],
    onClose,
  })
  const { connection, rules } = values
  return (
    <FormModal
      {...modal}
      title={provider ? t.edit : t.create}
      submit={provider ? frame.actions.save : frame.actions.create}
      isDisabled={provider?.isFixed ?? false}
      size="lg"
    >
      <TextField {...field('name', t.name)} description={t.nameHint} data-autofocus />
      <TextField {...field('code', t.code)} description={t.codeHint} />
      <SwitchField {...field('isEnabled', t.isEnabled)} />
      <ConnectionInput
        connection={connection}
        isNew={provider === undefined}
        onChange={(connection) => set({ connection })}
      />
      {connection.kind === 'saml' ? (
        <LongTextField
          {...field('secret', t.saml.key)}
          description={provider?.hasSecret ? t.secretKept : t.saml.keyHint}
          minRows={1}
          maxRows={6}
          autoComplete="off"
        />
      ) : (
        <PasswordField
          {...field('secret', connection.kind === 'ldap' ? t.bindPassword : t.secret)}
          description={provider?.hasSecret ? t.secretKept : undefined}
        />
      )}
      <RulesInput rules={rules} kind={connection.kind} onChange={(rules) => set({ rules })} />
      {provider && provider.connection.kind !== 'ldap' && <Addresses provider={provider} />}
    </FormModal>
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
