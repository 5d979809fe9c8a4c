import { Button, Text } from '@mantine/core'
import { IconHistory, IconRefresh } from '@tabler/icons-react'
import { LoadMore } from '../../../components/load-more.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { useList } from '../../../list.ts'
import adminClasses from '../admin.module.css'
import { useTexts } from '../texts.ts'
import classes from './audit.module.css'
import { EntryLine } from './entry.tsx'
import { FilterForm } from './filter-form.tsx'
import { type AuditQuery, toAsked, useFilters } from './filters.ts'

const PAGE = 50

function useEntries(input: AuditQuery) {
  return useList(
    'audit',
    'list',
    { input: { ...input, size: PAGE } },
    { rows: ({ entries }) => entries },
  )
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
          {() => {
            if (asked.rows.length === 0)
              return <Empty icon={IconHistory} title={t.admin.audit.empty} />
            return (
              <>
                <ul className={classes.list}>
                  {asked.rows.map((entry) => (
                    <EntryLine key={entry.position} entry={entry} />
                  ))}
                </ul>
                <LoadMore {...asked} />
                {!asked.hasNextPage && (
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
