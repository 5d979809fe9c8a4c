import { Button, Text } from '@mantine/core'
import { IconHistory, IconRefresh } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { callOf, keyOf } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import adminClasses from '../admin.module.css'
import classes from './audit.module.css'
import { EntryLine } from './entry.tsx'
import { FilterForm } from './filter-form.tsx'
import { type Asked, toAsked, useFilters } from './filters.ts'

const PAGE = 50

function useEntries(input: Asked) {
  return useInfiniteQuery({
    queryKey: keyOf('audit', 'list', { input: { ...input, size: PAGE } }),
    queryFn: ({ pageParam: before }) =>
      callOf(
        'audit',
        'list',
      )({
        input: { ...input, size: PAGE, ...(before !== undefined && { before }) },
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ entries }) =>
      entries.length < PAGE ? undefined : entries.at(-1)?.position,
  })
}

export function AuditPage() {
  const t = useTexts()
  const { filters, set, clear, isEmpty } = useFilters()
  const asked = useEntries(toAsked(filters))
  return (
    <Page
      title={t.admin.parts.audit}
      below={<div className={adminClasses.hint}>{t.admin.audit.hint}</div>}
      actions={
        <>
          {!isEmpty && (
            <Button variant="subtle" onClick={clear}>
              {t.admin.audit.clear}
            </Button>
          )}
          <Button
            variant="default"
            leftSection={<IconRefresh size={14} stroke={1.6} />}
            loading={asked.isRefetching}
            onClick={() => void asked.refetch()}
          >
            {t.admin.audit.refresh}
          </Button>
        </>
      }
    >
      {/* Texts that were typed are forgotten with the filters. */}
      <FilterForm
        key={isEmpty ? 'empty' : (filters.object ?? 'filled')}
        filters={filters}
        onChange={set}
      />
      <div className={adminClasses.section}>
        <Shown of={asked}>
          {({ pages }) => {
            const entries = pages.flatMap((page) => page.entries)
            if (entries.length === 0)
              return <Empty icon={IconHistory} title={t.admin.audit.empty} />
            return (
              <>
                <ul className={classes.list}>
                  {entries.map((entry) => (
                    <EntryLine key={entry.position} entry={entry} />
                  ))}
                </ul>
                {asked.hasNextPage ? (
                  <Button
                    variant="default"
                    mt="sm"
                    loading={asked.isFetchingNextPage}
                    onClick={() => void asked.fetchNextPage()}
                  >
                    {t.admin.showOlder}
                  </Button>
                ) : (
                  <Text size="sm" c="var(--quiet)" mt="sm">
                    {t.admin.audit.end}
                  </Text>
                )}
              </>
            )
          }}
        </Shown>
      </div>
    </Page>
  )
}
