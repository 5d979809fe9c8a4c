import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { isShortcut } from '../shortcuts/register.ts'
import { useTexts } from '../texts/index.ts'

const PAUSE = 200

type SearchInputProps = { label: string; value: string; onSearch: (text: string) => void }

/** Searches while somebody types, after a short rest. */
export function SearchInput({ label, value, onSearch }: SearchInputProps) {
  const t = useTexts()
  const [text, setText] = useState(value)
  const search = useDebouncedCallback(onSearch, PAUSE)
  const change = (next: string) => {
    setText(next)
    search(next)
  }
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      // Back to what is searched.
      onKeyDown={(event) => isShortcut(event, 'search', 'leave') && event.currentTarget.blur()}
      leftSection={<IconSearch size={15} stroke={1.6} aria-hidden />}
      rightSection={
        text && (
          <CloseButton size="sm" aria-label={t.frame.actions.clear} onClick={() => change('')} />
        )
      }
      miw={200}
      maw={360}
      flex="1 1 240px"
    />
  )
}
