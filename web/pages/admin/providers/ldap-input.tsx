import { Switch, Textarea, TextInput } from '@mantine/core'
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
    <TextInput
      label={label}
      description={hint}
      value={connection[name]}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
      required
    />
  )
  const optional = (name: 'bindDn' | 'groupBase', label: string, hint: string) => (
    <TextInput
      label={label}
      description={hint}
      value={connection[name] ?? ''}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value || null })}
    />
  )
  const attribute = (name: keyof Ldap['attributes']) => (
    <TextInput
      key={name}
      label={t.attributes[name]}
      value={attributes[name]}
      onChange={({ currentTarget }) =>
        set({ attributes: { ...attributes, [name]: currentTarget.value } })
      }
      required
    />
  )
  return (
    <>
      {text('url', t.url, t.urlHint)}
      <Switch
        label={t.startTls}
        checked={connection.startTls}
        onChange={({ currentTarget }) => set({ startTls: currentTarget.checked })}
      />
      {optional('bindDn', t.bindDn, t.bindDnHint)}
      {text('userBase', t.userBase)}
      {text('userFilter', t.userFilter)}
      {optional('groupBase', t.groupBase, t.groupBaseHint)}
      {text('groupFilter', t.groupFilter, t.groupFilterHint)}
      {(Object.keys(t.attributes) as (keyof Ldap['attributes'])[]).map(attribute)}
      <Textarea
        label={t.certificates}
        description={t.certificatesHint}
        autosize
        minRows={2}
        maxRows={6}
        value={connection.certificates ?? ''}
        onChange={({ currentTarget }) => set({ certificates: currentTarget.value || null })}
      />
      <Switch
        label={t.syncs}
        checked={connection.syncs}
        onChange={({ currentTarget }) => set({ syncs: currentTarget.checked })}
      />
    </>
  )
}
