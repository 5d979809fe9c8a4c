import { MultiSelect, type OptionsFilter } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { listNamed, type Named, namesKey } from '../../fields/names.ts'
import { useOrgUnits } from '../../fields/org.ts'
import { useTexts } from '../../texts/index.ts'

const MOST = 12
const PAUSE = 150

function useFound(source: 'users' | 'groups', text: string) {
  const { data = [] } = useQuery({
    queryKey: namesKey(source, { text }),
    queryFn: () =>
      listNamed(source, {
        ...(text && { filter: { tf: { __name: text } } }),
        active: true,
        size: MOST,
        sortExpressions: [{ field: '__name', ascending: true }],
      }),
    placeholderData: keepPreviousData,
  })
  return data
}

type MembersPickerProps = {
  label: string
  description?: string
  value: string[]
  onChange: (ids: string[]) => void
  error?: ReactNode
  /** Who is in it already. */
  without?: readonly string[]
}

/** People, groups, departments and positions, found by their names. */
export function MembersPicker(props: MembersPickerProps) {
  const { label, description, value, onChange, error, without = [] } = props
  const t = useTexts()
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), PAUSE)
  // What was chosen keeps its name while other names are searched for.
  const [known, setKnown] = useState<readonly Named[]>([])
  const users = useFound('users', asked)
  const groups = useFound('groups', asked)
  const { units } = useOrgUnits()
  const fitting = units
    .filter(({ name }) => name.toLowerCase().includes(asked.toLowerCase()))
    .slice(0, MOST)
  const seen = new Set<string>(without)
  const fresh = (all: readonly Named[]) =>
    all.flatMap(({ id, name }) => {
      if (seen.has(id)) return []
      seen.add(id)
      return [{ value: id, label: name }]
    })
  const groupOf = (kind: 'user' | 'group' | 'department', all: readonly Named[]) => ({
    group: t.channels.members.kinds[kind],
    items: fresh(all),
  })
  const others = known.filter(
    ({ id }) => value.includes(id) && !users.some((user) => user.id === id),
  )
  const data = [
    groupOf('user', [...users, ...others]),
    groupOf('group', groups),
    groupOf('department', fitting),
  ]
  const choose = (ids: string[]) => {
    setKnown([...known, ...users, ...groups, ...fitting].filter(({ id }) => ids.includes(id)))
    onChange(ids)
  }
  return (
    <MultiSelect
      label={label}
      error={error}
      description={description}
      data={data.filter(({ items }) => items.length > 0)}
      value={value}
      onChange={choose}
      searchable
      searchValue={text}
      onSearchChange={setText}
      hidePickedOptions
      // The server has searched already.
      filter={(({ options }) => options) as OptionsFilter}
      nothingFoundMessage={t.items.input.nothingFound}
      placeholder={value.length > 0 ? undefined : t.items.input.search}
      maxDropdownHeight={260}
    />
  )
}
