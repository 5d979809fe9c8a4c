import { Textarea, TextInput } from '@mantine/core'
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
    <TextInput
      label={t.saml[name]}
      description={t.saml[`${name}Hint`]}
      value={connection[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      required
    />
  )
  const attribute = (name: Exclude<keyof Saml['attributes'], 'subject' | 'externalId'>) => (
    <TextInput
      label={name === 'groups' ? t.saml.groups : t.attributes[name]}
      value={attributes[name]}
      onChange={({ currentTarget }) =>
        set({ attributes: { ...attributes, [name]: currentTarget.value } })
      }
      required
    />
  )
  return (
    <>
      {text('issuer')}
      {text('signInUrl')}
      <TextInput
        label={t.saml.signOutUrl}
        description={t.saml.signOutUrlHint}
        value={connection.signOutUrl ?? ''}
        onChange={({ currentTarget }) => set({ signOutUrl: currentTarget.value || null })}
      />
      <Textarea
        label={t.saml.certificates}
        description={t.saml.certificatesHint}
        autosize
        minRows={2}
        maxRows={6}
        value={connection.certificates}
        onChange={({ currentTarget }) => set({ certificates: currentTarget.value })}
        required={!connection.metadataUrl}
      />
      <TextInput
        label={t.saml.metadataUrl}
        description={t.saml.metadataUrlHint}
        value={connection.metadataUrl ?? ''}
        onChange={({ currentTarget }) => set({ metadataUrl: currentTarget.value || null })}
      />
      <Textarea
        label={t.saml.metadataCertificates}
        description={t.saml.metadataCertificatesHint}
        autosize
        minRows={1}
        maxRows={6}
        value={connection.metadataCertificates ?? ''}
        onChange={({ currentTarget }) => set({ metadataCertificates: currentTarget.value || null })}
      />
      {text('audience')}
      <TextInput
        label={t.attributes.subject}
        description={t.saml.subjectHint}
        value={attributes.subject ?? ''}
        onChange={({ currentTarget }) =>
          set({ attributes: { ...attributes, subject: currentTarget.value || null } })
        }
      />
      {attribute('login')}
      {attribute('email')}
      {attribute('firstName')}
      {attribute('lastName')}
      {attribute('groups')}
      <TextInput
        label={t.externalId}
        description={t.externalIdAttributeHint}
        value={attributes.externalId ?? ''}
        onChange={({ currentTarget }) =>
          set({ attributes: { ...attributes, externalId: currentTarget.value || null } })
        }
      />
    </>
  )
}
