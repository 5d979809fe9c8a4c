import { type OptionsFilter, Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../texts.ts'
import { useFoundItems, useKnownObjects, useObjectName } from './objects.ts'

type ObjectInputProps = {
  label: string
  value: string | null
  onChange: (object: string | null) => void
  hasHint?: boolean
  error?: ReactNode
}

const MOST = 12

/** A workspace, app, process, report or item: by name, or by a pasted link. */
export function ObjectInput(props: ObjectInputProps) {
  const { label, value, onChange, hasHint = false, error } = props
  const t = useTexts().admin.access
  const [text, setText] = useState('')
  const name = useObjectName(value ?? '')
  const known = useKnownObjects()
  // The text of a chosen one is its name, which is no search.
  const searched = value && text === name ? '' : text
  const found = useFoundItems(searched)
  const words = searched.toLowerCase().split(/\s+/).filter(Boolean)
  const chosen = value ? [{ value, label: name }] : []
  const choices = [...known, ...found].map(({ group, items }) => ({
    group,
    items: items.filter((item) => item.value !== value),
  }))
  const isMeant = (option: string) => words.every((word) => option.toLowerCase().includes(word))
  const filter: OptionsFilter = ({ options }) =>
    options.flatMap((option): typeof options => {
      if (!('items' in option)) return [option]
      // The server has searched already.
      const isSearched = found.some(({ group }) => group === option.group)
      const items = option.items.filter(({ label: name }) => isSearched || isMeant(String(name)))
      return items.length > 0 ? [{ ...option, items: items.slice(0, MOST) }] : []
    })
  return (
    <Select
      label={label}
      error={error}
      placeholder={t.whatPlaceholder}
      description={hasHint ? t.whatHint : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[...chosen, ...choices.filter(({ items }) => items.length > 0)]}
      value={value}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={filter}
      nothingFoundMessage={t.notALink}
      clearable
      maxDropdownHeight={320}
    />
  )
}
