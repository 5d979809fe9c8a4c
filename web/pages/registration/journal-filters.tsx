import { Group, Select } from '@mantine/core'
import { DayInput } from '../../components/day-input.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { useTexts } from '../../texts/index.ts'
import { useFolders } from './folders.ts'
import type { RegisteredApp } from './registered-apps.ts'

type FiltersProps = {
  apps: RegisteredApp[]
  get: (key: string) => string
  set: (changes: Record<string, string | null>) => void
}

export function JournalFilters({ apps, get, set }: FiltersProps) {
  const t = useTexts().registration
  const { choices } = useFolders()
  return (
    <Group gap="xs" mb="sm">
      <SearchInput label={t.search} value={get('q')} onSearch={(q) => set({ q })} />
      <Select
        aria-label={t.fields.folder}
        placeholder={t.anyFolder}
        data={choices}
        value={get('folder') || null}
        onChange={(folder) => set({ folder })}
        searchable
        clearable
        flex="1 1 150px"
        maw={240}
      />
      <Select
        aria-label={t.fields.app}
        placeholder={t.anyApp}
        data={apps.map(({ namespace, code, name }) => ({
          value: `${namespace}/${code}`,
          label: name,
        }))}
        value={get('app') || null}
        onChange={(app) => set({ app })}
        clearable
        flex="1 1 130px"
        maw={180}
      />
      <Group gap={6} wrap="nowrap">
        <DayInput
          label={t.since}
          value={get('since')}
          onChange={(since) => set({ since })}
          isBare
        />
        –
        <DayInput
          label={t.until}
          value={get('until')}
          onChange={(until) => set({ until })}
          isBare
        />
      </Group>
    </Group>
  )
}
