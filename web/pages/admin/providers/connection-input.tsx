import { Select } from '@mantine/core'
import { TextField } from '../../../components/controls.tsx'
import { useTexts } from '../texts.ts'
import { type Ldap, LdapInput } from './ldap-input.tsx'
import type { Given } from './provider-form.tsx'
import { type Saml, SamlInput } from './saml-input.tsx'

type Connection = Given['connection']
type Oidc = Extract<Connection, { kind: 'oidc' }>

export const EMPTY_CONNECTIONS: { oidc: Oidc; ldap: Ldap; saml: Saml } = {
  oidc: {
    kind: 'oidc',
    issuer: '',
    clientId: '',
    scopes: 'openid profile email',
    subject: 'sub',
    groupsClaim: 'groups',
    externalIdClaim: null,
    maxAge: null,
  },
  ldap: {
    kind: 'ldap',
    url: '',
    startTls: true,
    certificates: null,
    bindDn: null,
    userBase: '',
    userFilter: '(uid={login})',
    groupBase: null,
    groupFilter: '(member={dn})',
    attributes: {
      subject: 'entryUUID',
      login: 'uid',
      email: 'mail',
      firstName: 'givenName',
      lastName: 'sn',
      group: 'cn',
    },
    syncs: true,
  },
  saml: {
    kind: 'saml',
    issuer: '',
    signInUrl: '',
    signOutUrl: null,
    certificates: '',
    metadataUrl: null,
    metadataCertificates: null,
    audience: location.origin,
    attributes: {
      subject: null,
      login: 'login',
      email: 'email',
      firstName: 'firstName',
      lastName: 'lastName',
      groups: 'groups',
      externalId: null,
    },
  },
}

type ConnectionProps = {
  connection: Connection
  isNew: boolean
  onChange: (connection: Connection) => void
}

/** How the provider is reached. */
export function ConnectionInput({ connection, isNew, onChange }: ConnectionProps) {
  const t = useTexts().admin.providers
  return (
    <>
      {isNew && (
        <Select
          label={t.kind}
          allowDeselect={false}
          value={connection.kind}
          data={Object.entries(t.kinds).map(([value, label]) => ({ value, label }))}
          onChange={(next) => onChange(EMPTY_CONNECTIONS[next as Connection['kind']])}
        />
      )}
      {connection.kind === 'ldap' && <LdapInput connection={connection} onChange={onChange} />}
      {connection.kind === 'saml' && <SamlInput connection={connection} onChange={onChange} />}
      {connection.kind === 'oidc' && <OidcInput connection={connection} onChange={onChange} />}
    </>
  )
}

type OidcProps = { connection: Oidc; onChange: (connection: Oidc) => void }

function OidcInput({ connection, onChange }: OidcProps) {
  const t = useTexts().admin.providers
  const set = (part: Partial<Oidc>) => onChange({ ...connection, ...part })
  return (
    <>
      <TextField
        label={t.issuer}
        description={t.issuerHint}
        type="url"
        value={connection.issuer}
        onChange={(text) => set({ issuer: text })}
        required
      />
      <TextField
        label={t.clientId}
        value={connection.clientId}
        onChange={(text) => set({ clientId: text })}
        required
      />
      <TextField
        label={t.scopes}
        value={connection.scopes}
        onChange={(text) => set({ scopes: text })}
        required
      />
      <Select
        label={t.subject}
        allowDeselect={false}
        value={connection.subject}
        data={Object.entries(t.subjects).map(([value, label]) => ({ value, label }))}
        onChange={(next) => set({ subject: next as Oidc['subject'] })}
      />
      <TextField
        label={t.groupsClaim}
        value={connection.groupsClaim}
        onChange={(text) => set({ groupsClaim: text })}
        required
      />
      <TextField
        label={t.externalId}
        description={t.externalIdClaimHint}
        value={connection.externalIdClaim ?? ''}
        onChange={(text) => set({ externalIdClaim: text || null })}
      />
    </>
  )
}
