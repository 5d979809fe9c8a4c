import { LongTextField, SwitchField, TextField } from '../../../components/controls.tsx'
import { useTexts } from '../texts.ts'
import type { Given } from './provider-form.tsx'

export type Ldap = Extract<Given['connection'], { kind: 'ldap' }>

type LdapProps = { connection: Ldap; onChange: (connection: Ldap) => void }

/** A directory, and where in it people and groups are. */
export function LdapInput({ connection, onChange }: LdapProps) {
  const t = useTexts().admin.providers
  const { attributes } = connection
  const set = (part: Partial<Ldap>) => onChange({ ...connection, ...part })
  const text = (
    name: 'url' | 'userBase' | 'userFilter' | 'groupFilter',
    label: string,
    hint?: string,
  ) => (
    <TextField
      label={label}
      description={hint}
      value={connection[name]}
      onChange={(text) => set({ [name]: text })}
      required
    />
  )
  const optional = (name: 'bindDn' | 'groupBase', label: string, hint: string) => (
    <TextField
      label={label}
      description={hint}
      value={connection[name] ?? ''}
      onChange={(text) => set({ [name]: text || null })}
    />
  )
  const attribute = (name: keyof Ldap['attributes']) => (
    <TextField
      key={name}
      label={t.attributes[name]}
      value={attributes[name]}
      onChange={(text) => set({ attributes: { ...attributes, [name]: text } })}
      required
    />
  )
  return (
    <>
      {text('url', t.url, t.urlHint)}
      <SwitchField
        label={t.startTls}
        value={connection.startTls}
        onChange={(isOn) => set({ startTls: isOn })}
      />
      {optional('bindDn', t.bindDn, t.bindDnHint)}
      {text('userBase', t.userBase)}
      {text('userFilter', t.userFilter)}
      {optional('groupBase', t.groupBase, t.groupBaseHint)}
      {text('groupFilter', t.groupFilter, t.groupFilterHint)}
      {(Object.keys(t.attributes) as (keyof Ldap['attributes'])[]).map(attribute)}
      <LongTextField
        label={t.certificates}
        description={t.certificatesHint}
        maxRows={6}
        value={connection.certificates ?? ''}
        onChange={(text) => set({ certificates: text || null })}
      />
      <SwitchField
        label={t.syncs}
        value={connection.syncs}
        onChange={(isOn) => set({ syncs: isOn })}
      />
    </>
  )
}
