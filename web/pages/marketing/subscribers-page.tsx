import { Button, Group } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAddressState } from '../../components/address-state.ts'
import { ListTable } from '../../components/list-table.tsx'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import { MarketingTabs } from './marketing-tabs.tsx'
import { Subscribe } from './subscribe.tsx'
import { BY_NAME, PAGE, type Subscriber, toFilter, useSubscriberColumns } from './subscribers.tsx'

/** Everybody who ever agreed to mailings, or took it back. */
export function SubscribersPage() {
  const t = useTexts()
  const [isNew, setNew] = useState(false)
  const { get, set } = useAddressState()
  const columns = useSubscriberColumns()
  const text = get('text')
  const asked = useList(
    'marketing',
    'listSubscribers',
    { input: { size: PAGE, filter: toFilter(text), sortExpressions: BY_NAME } },
    { rows: ({ result }) => result.result as Subscriber[], keep: true },
  )
  return (
    <Page
      title={t.marketing.subscribers}
      actions={
        <Button leftSection={<IconPlus size={14} />} onClick={() => setNew(true)}>
          {t.marketing.subscribe}
        </Button>
      }
      below={<MarketingTabs />}
    >
      <Group mb="sm">
        <SearchInput
          label={t.marketing.searchSubscribers}
          value={text}
          onSearch={(next) => set({ text: next })}
        />
      </Group>
      <Shown of={asked}>
        {() => (
          <ListTable
            label={t.marketing.subscribers}
            columns={columns}
            rows={asked.rows}
            idOf={({ __id }) => __id}
            empty={
              <Empty
                icon={IconMail}
                title={t.marketing.noSubscribers}
                hint={t.marketing.noSubscribersHint}
              />
            }
            more={asked}
          />
        )}
      </Shown>
      {isNew && <Subscribe onClose={() => setNew(false)} />}
    </Page>
  )
}
