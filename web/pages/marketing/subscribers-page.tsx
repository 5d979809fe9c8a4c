import { Button, Group } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { useAddressState } from '../../components/address-state.ts'
import { Page } from '../../components/page.tsx'
import { PagedList } from '../../components/paged-list.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import { MarketingTabs } from './marketing-tabs.tsx'
import { Subscribe } from './subscribe.tsx'
import { BY_NAME, PAGE, type Subscriber, toFilter, useSubscriberColumns } from './subscribers.tsx'

/** Everybody who ever agreed to mailings, or took it back. */
export function SubscribersPage() {
  const t = useTexts()
  const [isNew, setNew] = useState(false)
  const { get, page, set } = useAddressState()
  const columns = useSubscriberColumns()
  const text = get('text')
  const from = (page - 1) * PAGE
  const asked = useApi(
    'marketing',
    'listSubscribers',
    { input: { from, size: PAGE, filter: toFilter(text), sortExpressions: BY_NAME } },
    { keep: true },
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
        {({ result }) => (
          <PagedList
            label={t.marketing.subscribers}
            columns={columns}
            rows={result.result as Subscriber[]}
            idOf={({ __id }) => __id}
            empty={
              <Empty
                icon={IconMail}
                title={t.marketing.noSubscribers}
                hint={t.marketing.noSubscribersHint}
              />
            }
            total={result.total}
            size={PAGE}
            page={page}
            set={set}
          />
        )}
      </Shown>
      {isNew && <Subscribe onClose={() => setNew(false)} />}
    </Page>
  )
}
