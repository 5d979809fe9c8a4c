import { MultiSelect, Select, TagsInput } from '@mantine/core'
import { useState } from 'react'
import { LongTextField, SwitchField, TextField } from '../../../components/controls.tsx'
import { useTexts } from '../texts.ts'
import type { Given } from './provider-form.tsx'

type Rules = Given['rules']
type Kind = Given['connection']['kind']
type RulesProps = { rules: Rules; kind: Kind; onChange: (rules: Rules) => void }

/** Who is let in. */
export function RulesInput({ rules, kind, onChange }: RulesProps) {
  const t = useTexts().admin.providers
  const set = (part: Partial<Rules>) => onChange({ ...rules, ...part })
  return (
    <>
      <TagsInput
        label={t.domains}
        description={t.domainsHint}
        value={rules.domains}
        onChange={(domains) => set({ domains })}
        acceptValueOnBlur
      />
      <SwitchField
        label={t.linksByEmail}
        description={t.linksByEmailHint}
        value={rules.linksByEmail}
        onChange={(isOn) => set({ linksByEmail: isOn })}
      />
      <SwitchField
        label={t.linksByExternalId}
        description={t.linksByExternalIdHint}
        value={rules.linksByExternalId}
        onChange={(isOn) => set({ linksByExternalId: isOn })}
      />
      <SwitchField
        label={t.trustsEmail}
        description={t.trustsEmailHint}
        value={rules.trustsEmail}
        onChange={(isOn) => set({ trustsEmail: isOn })}
      />
      {kind !== 'ldap' && (
        <SwitchField
          label={t.checksFactors}
          description={t.checksFactorsHint}
          value={rules.checksFactors}
          onChange={(isOn) => set({ checksFactors: isOn })}
        />
      )}
      <Select
        label={t.newUsers}
        allowDeselect={false}
        value={rules.newUsers}
        data={Object.entries(t.newUsersOf).map(([value, label]) => ({ value, label }))}
        onChange={(next) => set({ newUsers: next as Rules['newUsers'] })}
      />
      {rules.newUsers === 'group' && (
        <TextField
          label={t.requiredGroup}
          value={rules.requiredGroup ?? ''}
          onChange={(text) => set({ requiredGroup: text || null })}
          required
        />
      )}
      <GroupsInput groups={rules.groups} onChange={(groups) => set({ groups })} />
      {rules.groups.length > 0 && (
        <MultiSelect
          label={t.administrators}
          description={t.administratorsHint}
          data={[...new Set(rules.groups.map(({ value }) => value))]}
          value={administratorsOf(rules.groups)}
          onChange={(values) => set({ groups: withAdministrators(rules.groups, values) })}
        />
      )}
    </>
  )
}

const administratorsOf = (groups: Rules['groups']): string[] =>
  groups.filter((each) => each.makesAdministrators).map(({ value }) => value)

const withAdministrators = (groups: Rules['groups'], values: string[]): Rules['groups'] =>
  groups.map((each) => ({ ...each, makesAdministrators: values.includes(each.value) }))

type GroupsProps = { groups: Rules['groups']; onChange: (groups: Rules['groups']) => void }

/** What is typed stays as it is typed; complete lines are groups. */
function GroupsInput({ groups, onChange }: GroupsProps) {
  const t = useTexts().admin.providers
  const [text, setText] = useState(() =>
    groups.map(({ value, name }) => `${value} = ${name}`).join('\n'),
  )
  return (
    <LongTextField
      label={t.groups}
      description={t.groupsHint}
      value={text}
      onChange={(next) => {
        setText(next)
        onChange(withAdministrators(groupsIn(next), administratorsOf(groups)))
      }}
    />
  )
}

/** The name is behind the last "=": distinguished names of directories contain some. */
const groupsIn = (text: string): Rules['groups'] =>
  text.split('\n').flatMap((line) => {
    const [, value = '', name = ''] = /^\s*(.+?)\s*=\s*([^=]+?)\s*$/.exec(line) ?? []
    return value && name ? [{ value, name, makesAdministrators: false }] : []
  })
