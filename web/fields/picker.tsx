import { Loader, MultiSelect, type OptionsFilter, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../texts/index.ts'
import type { InputProps } from './kind.ts'
import { listNamed, type Named, namesKey, type Source, useNames } from './names.ts'
import { captionOf, useClear } from './parts.tsx'

const MOST = 20
const PAUSE = 150

/** What can be picked, asked for only while somebody looks at the list. */
function useFound(source: Source, text: string, isOpen: boolean) {
  const [asked] = useDebouncedValue(text.trim(), PAUSE)
  return useQuery({
    queryKey: namesKey(source, { text: asked }),
    queryFn: () =>
      listNamed(source, {
        ...(asked && { filter: { tf: { __name: asked } } }),
        active: true,
        size: MOST,
        sortExpressions: [{ field: '__name', ascending: true }],
      }),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
}

type PickerProps = {
  input: InputProps
  source: Source
  ids: string[]
  onPick: (ids: string[]) => void
  isSingle: boolean
  render?: (option: Named) => ReactNode
}

/** Chooses from more than fits into a page: typing searches on the server. */
export function Picker({ input, source, ids, onPick, isSingle, render }: PickerProps) {
  const t = useTexts()
  const clear = useClear(input)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const names = useNames(source, ids)
  const { data: found = [], isFetching } = useFound(
    source,
    isSingle && ids.length ? searched() : text,
    isOpen,
  )
  function searched() {
    // The text of a chosen one is its name, which is no search.
    return text === names.get(ids[0] ?? '') ? '' : text
  }
  // What is still on its way is not yet unavailable.
  const nameOf = (id: string) => (names.has(id) ? names.get(id) : '…') ?? t.items.values.unknown
  const chosen = ids.map((id) => ({ id, name: nameOf(id) }))
  const others = found.filter(({ id }) => !ids.includes(id))
  const shared = {
    ...captionOf(input),
    ...clear,
    data: [...chosen, ...others].map(({ id, name }) => ({ value: id, label: name })),
    searchable: true,
    searchValue: text,
    onSearchChange: setText,
    onDropdownOpen: () => setOpen(true),
    onDropdownClose: () => setOpen(false),
    // The server has searched already.
    filter: (({ options }) => options) as OptionsFilter,
    nothingFoundMessage: isFetching ? t.frame.states.loading : t.items.input.nothingFound,
    rightSection: isOpen && isFetching ? <Loader size={12} /> : undefined,
    placeholder: ids.length > 0 ? undefined : t.items.input.search,
    maxDropdownHeight: 280,
    ...(render && {
      renderOption: ({ option }: { option: { value: string; label: string } }) =>
        render({ id: option.value, name: option.label }),
    }),
  }
  return isSingle ? (
    <Select
      {...shared}
      value={ids[0] ?? null}
      onChange={(id) => onPick(id ? [id] : [])}
      clearable={!input.field.required}
    />
  ) : (
    <MultiSelect {...shared} value={ids} onChange={onPick} hidePickedOptions clearable />
  )
}
