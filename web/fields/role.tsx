import { MultiSelect, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hueOf, Tag, Tags } from '../components/tag.tsx'
import { useTexts } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { listNamed, useNames } from './names.ts'
import { useOrgUnits } from './org.ts'
import { asList, captionOf, isSingle, None } from './parts.tsx'

type RoleType = 'user' | 'group' | 'osnode'
type Role = { type: RoleType; id: string }

const ROLE_TYPES: RoleType[] = ['user', 'group', 'osnode']
const hueOfRole = (type: RoleType): string => hueOf(ROLE_TYPES.indexOf(type) + 1)

/** People, groups, positions and departments by name. */
function useRoleNames(roles: Role[]) {
  const t = useTexts()
  const of = (type: RoleType) => roles.filter((role) => role.type === type).map(({ id }) => id)
  const people = useNames('users', of('user'))
  const groups = useNames('groups', of('group'))
  const { nameOf, isKnown } = useOrgUnits()
  return ({ type, id }: Role): string => {
    if (type === 'osnode') return nameOf(id) ?? (isKnown ? t.items.values.unknown : '')
    const name = (type === 'user' ? people : groups).get(id)
    return name === null ? t.items.values.unknown : (name ?? '')
  }
}

function View({ value }: ViewProps) {
  const roles = asList<Role>(value)
  const nameOf = useRoleNames(roles)
  if (roles.length === 0) return <None />
  return (
    <Tags>
      {roles.map((role) => (
        <Tag key={role.id} hue={hueOfRole(role.type)}>
          {nameOf(role)}
        </Tag>
      ))}
    </Tags>
  )
}

const MOST = 8
const keyOf = ({ type, id }: Role) => `${type}:${id}`
const roleOf = (key: string): Role => {
  const [type = 'user', id = ''] = key.split(':')
  return { type: type as RoleType, id }
}

/** Everybody and everything that fits the text, people first. */
function useFound(text: string) {
  const [asked] = useDebouncedValue(text.trim(), 150)
  const { units } = useOrgUnits()
  const { data = [] } = useQuery({
    queryKey: ['users', 'roles', { text: asked }],
    queryFn: async () => {
      const input = {
        ...(asked && { filter: { tf: { __name: asked } } }),
        active: true,
        size: MOST,
      }
      const [people, groups] = await Promise.all([
        listNamed('users', input),
        listNamed('groups', input),
      ])
      return [
        ...people.map(({ id, name }) => ({ type: 'user' as const, id, name })),
        ...groups.map(({ id, name }) => ({ type: 'group' as const, id, name })),
      ]
    },
    placeholderData: keepPreviousData,
  })
  const found = units
    .filter(({ name }) => name.toLowerCase().includes(asked.toLowerCase()))
    .slice(0, MOST)
    .map(({ id, name }) => ({ type: 'osnode' as const, id, name }))
  return [...data, ...found]
}

function Input(props: InputProps) {
  const t = useTexts()
  const [text, setText] = useState('')
  const roles = asList<Role>(props.value)
  const nameOf = useRoleNames(roles)
  const found = useFound(text)
  const chosen = roles.map((role) => ({ ...role, name: nameOf(role) }))
  const others = found.filter(({ id }) => !roles.some((role) => role.id === id))
  return (
    <MultiSelect
      {...captionOf(props)}
      data={[...chosen, ...others].map((role) => ({ value: keyOf(role), label: role.name }))}
      value={roles.map(keyOf)}
      onChange={(keys) => props.onChange(keys.map(roleOf))}
      {...(isSingle(props.field) && { maxValues: 1 })}
      renderOption={({ option }) => {
        const { type } = roleOf(option.value)
        return (
          <Tag isBare hue={hueOfRole(type)}>
            {option.label}{' '}
            <Text component="span" size="xs" c="var(--quiet)">
              {t.items.roleTypes[type]}
            </Text>
          </Tag>
        )
      }}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={t.items.input.nothingFound}
      placeholder={roles.length > 0 ? undefined : t.items.input.search}
      hidePickedOptions
    />
  )
}

export const role: FieldKind = { View, Input }
