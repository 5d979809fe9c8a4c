import { Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { useAddressState } from '../../components/address-state.ts'
import { FOUND_ICONS, type FoundKind } from '../../components/found.ts'
import { LoadMore } from '../../components/load-more.tsx'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import { Results } from './results.tsx'

const KINDS = Object.keys(FOUND_ICONS) as FoundKind[]
/** As many as the server ranks. */
const MOST = 50
const FARTHEST = 1000

/** Everything that has these words; what is looked for is in the address. */
export function SearchPage() {
  const t = useTexts().frame.palette
  const { get, set } = useAddressState()
  const [q, kind, app] = [get('q'), get('kind'), get('app')]
  return (
    <Page title={t.page.title} below={<Filters kind={kind} app={app} q={q} set={set} />}>
      {q.trim() === '' ? (
        <Empty title={t.page.label} hint={t.page.hint} />
      ) : (
        <Pages key={[q, kind, app].join('\n')} q={q} kind={kind} app={app} />
      )}
    </Page>
  )
}

type Sought = { q: string; kind: string; app: string }
type FiltersProps = Sought & { set: (changes: Record<string, string | null>) => void }

function Filters({ q, kind, app, set }: FiltersProps) {
  const t = useTexts().frame.palette
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const apps = (data?.workspaces ?? []).map(({ name, apps: own }) => ({
    group: name,
    items: own.map((each) => ({ value: `${each.namespace}/${each.code}`, label: each.name })),
  }))
  return (
    <Group gap="sm" wrap="wrap">
      <SearchInput label={t.page.label} value={q} onSearch={(text) => set({ q: text })} />
      <Select
        aria-label={t.page.kind}
        placeholder={t.page.everything}
        data={KINDS.map((value) => ({ value, label: t.kinds[value] }))}
        value={kind || null}
        onChange={(value) => set({ kind: value })}
        clearable
      />
      <Select
        aria-label={t.page.app}
        placeholder={t.page.anyApp}
        data={apps}
        value={app || null}
        onChange={(value) => set({ app: value })}
        clearable
        searchable
      />
    </Group>
  )
}

function Pages({ q, kind, app }: Sought) {
  const t = useTexts().frame.palette
  const [count, setCount] = useState(1)
  const [namespace, code] = app.split('/')
  const input = {
    ...{ q: q.trim(), size: MOST },
    ...(kind && { kinds: kind }),
    ...(namespace && code && { namespace, code }),
  }
  const { data, error, refetch } = useApi('search', 'find', { input }, { keep: true })
  if (error) return <Failure error={error} again={refetch} />
  if (!data) return <Loading />
  if (data.results.length === 0) {
    return <Empty title={t.nothing} hint={data.isPartial ? t.page.partial : t.page.nothingHint} />
  }
  const total = `${data.total}${data.isTotalExact ? '' : '+'}`
  const pages = Array.from({ length: count }, (_, at) => at * MOST)
  const hasMore = count * MOST < Math.min(data.total, FARTHEST + MOST)
  return (
    <>
      <Text size="sm" c="var(--quiet)" mb="sm" role="status">
        {t.page.found(total)}
        {data.isPartial && ` ${t.page.partial}`}
      </Text>
      {pages.map((from) => (
        <Results key={from} input={{ ...input, from }} />
      ))}
      <LoadMore hasNextPage={hasMore} fetchNextPage={() => setCount(count + 1)} />
    </>
  )
}
