import { Button, Group, Select, UnstyledButton } from '@mantine/core'
import { IconDatabase, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAddressState } from '../../components/address-state.ts'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { sizeText } from '../../components/size-text.ts'
import { Empty, Shown } from '../../components/states.tsx'
import { When } from '../../components/when.tsx'
import { useList } from '../../list.ts'
import { useLanguage, useTexts } from '../../texts/index.ts'
import { NewEntry } from './new-entry.tsx'
import { type Entry, useScopes } from './scopes.ts'
import classes from './storage.module.css'
import { ValueDrawer } from './value-drawer.tsx'

const PAGE = 50

/** What programs keep here: strings by place and key. */
export function StoragePage() {
  const t = useTexts()
  const { get, set } = useAddressState()
  const [isNew, setNew] = useState(false)
  const [opened, setOpened] = useState<Entry>()
  const { scopes } = useScopes()
  const columns = useColumns(setOpened)
  const [place, prefix] = [get('place'), get('prefix')]
  const asked = useList(
    'storage',
    'entries',
    { input: { size: PAGE, prefix, ...(place && { place }) } },
    { rows: ({ entries }) => entries, keep: true },
  )
  return (
    <Page
      title={t.frame.menu.storage}
      actions={
        <Button leftSection={<IconPlus size={14} />} onClick={() => setNew(true)}>
          {t.storage.create}
        </Button>
      }
    >
      <Group gap="xs" mb="sm">
        <SearchInput
          label={t.storage.prefix}
          value={prefix}
          onSearch={(next) => set({ prefix: next })}
        />
        <Select
          aria-label={t.storage.fields.place}
          placeholder={t.storage.anywhere}
          data={scopes}
          value={place || null}
          onChange={(next) => set({ place: next })}
          searchable
          clearable
          w={240}
        />
      </Group>
      <Shown of={asked}>
        {() => (
          <ListTable
            label={t.frame.menu.storage}
            columns={columns}
            rows={asked.rows}
            idOf={(entry) => `${entry.place} ${entry.key}`}
            empty={<Empty icon={IconDatabase} title={t.storage.none} hint={t.storage.noneHint} />}
            more={asked}
          />
        )}
      </Shown>
      {isNew && <NewEntry place={place || 'system'} onClose={() => setNew(false)} />}
      {opened && <ValueDrawer entry={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

function useColumns(onOpen: (entry: Entry) => void): Column<Entry>[] {
  const t = useTexts().storage
  const language = useLanguage()
  const { nameOf } = useScopes()
  return [
    {
      key: 'key',
      title: t.fields.key,
      cell: (entry) => (
        <UnstyledButton className={classes.key} onClick={() => onOpen(entry)}>
          {entry.key}
        </UnstyledButton>
      ),
    },
    { key: 'place', title: t.fields.place, cell: ({ place }) => nameOf(place) },
    {
      key: 'size',
      title: t.fields.size,
      isWide: true,
      cell: ({ size }) => sizeText(size, language),
    },
    {
      key: 'updated',
      title: t.fields.updated,
      isWide: true,
      isQuiet: true,
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
    {
      key: 'expires',
      title: t.fields.expires,
      isWide: true,
      isQuiet: true,
      cell: ({ expiresAt }) => (expiresAt ? <When at={expiresAt} /> : t.never),
    },
  ]
}
