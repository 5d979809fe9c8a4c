import { LongTextField, TextField } from '../../../components/controls.tsx'
import { useTexts } from '../texts.ts'
import type { Given } from './provider-form.tsx'

export type Saml = Extract<Given['connection'], { kind: 'saml' }>

type SamlProps = { connection: Saml; onChange: (connection: Saml) => void }

/** A provider of SAML: what it is called, where it is, and with what it signs. */
export function SamlInput({ connection, onChange }: SamlProps) {
  const t = useTexts().admin.providers
  const { attributes } = connection
  const set = (part: Partial<Saml>) => onChange({ ...connection, ...part })
  const text = (name: 'issuer' | 'signInUrl' | 'audience') => (
    <TextField
      label={t.saml[name]}
      description={t.saml[`${name}Hint`]}
      value={connection[name]}
      onChange={(text) => set({ [name]: text })}
      required
    />
  )
  const attribute = (name: Exclude<keyof Saml['attributes'], 'subject' | 'externalId'>) => (
    <TextField
      label={name === 'groups' ? t.saml.groups : t.attributes[name]}
      value={attributes[name]}
      onChange={(text) => set({ attributes: { ...attributes, [name]: text } })}
      required
    />
  )
  return (
    <>
      {text('issuer')}
      {text('signInUrl')}
      <TextField
        label={t.saml.signOutUrl}
        description={t.saml.signOutUrlHint}
        value={connection.signOutUrl ?? ''}
        onChange={(text) => set({ signOutUrl: text || null })}
      />
      <LongTextField
        label={t.saml.certificates}
        description={t.saml.certificatesHint}
        maxRows={6}
        value={connection.certificates}
        onChange={(text) => set({ certificates: text })}
        required={!connection.metadataUrl}
      />
      <TextField
        label={t.saml.metadataUrl}
        description={t.saml.metadataUrlHint}
        value={connection.metadataUrl ?? ''}
        onChange={(text) => set({ metadataUrl: text || null })}
      />
      <LongTextField
        label={t.saml.metadataCertificates}
        description={t.saml.metadataCertificatesHint}
        minRows={1}
        maxRows={6}
        value={connection.metadataCertificates ?? ''}
        onChange={(text) => set({ metadataCertificates: text || null })}
      />
      {text('audience')}
      <TextField
        label={t.attributes.subject}
        description={t.saml.subjectHint}
        value={attributes.subject ?? ''}
        onChange={(text) => set({ attributes: { ...attributes, subject: text || null } })}
      />
      {attribute('login')}
      {attribute('email')}
      {attribute('firstName')}
      {attribute('lastName')}
      {attribute('groups')}
      <TextField
        label={t.externalId}
        description={t.externalIdAttributeHint}
        value={attributes.externalId ?? ''}
        onChange={(text) => set({ attributes: { ...attributes, externalId: text || null } })}
      />
    </>
  )
}
