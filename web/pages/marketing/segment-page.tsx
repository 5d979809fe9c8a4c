import { Button, Group } from '@mantine/core'
import { IconMail, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { useAddressState } from '../../components/address-state.ts'
import { ListTable } from '../../components/list-table.tsx'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { hueOf, Tag } from '../../components/tag.tsx'
import { links } from '../../links.ts'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import { AddSubscribers } from './add-subscribers.tsx'
import { type Result, Results } from './results.tsx'
import { BY_NAME, PAGE, type Subscriber, toFilter, useSubscriberColumns } from './subscribers.tsx'

type Segment = ReplyOf<'marketing', 'getSegment'>['segment']

export function SegmentPage() {
  const { id = '' } = useParams()
  const asked = useApi('marketing', 'getSegment', { params: { id } })
  return <Shown of={asked}>{({ segment }) => <Whole key={id} segment={segment} />}</Shown>
}

function Whole({ segment }: { segment: Segment }) {
  const t = useTexts()
  const [isAdding, setAdding] = useState(false)
  const preferences = useApi('marketing', 'listPreferences', {})
  const about = preferences.data?.preferences.find(({ id }) => id === segment.preference)
  const isStatic = segment.type === 'static'
  return (
    <Page
      title={segment.name || t.marketing.untitled}
      above={
        <Link to={links.marketing} className="link">
          {t.marketing.segments}
        </Link>
      }
      actions={
        isStatic && (
          <Button leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
            {t.marketing.add}
          </Button>
        )
      }
      below={
        <Group gap={6}>
          <Tag hue={hueOf(isStatic ? 1 : 2)}>{t.marketing.kinds[segment.type]}</Tag>
          <Tag hue={hueOf(0)}>{t.marketing.count(segment.subscribersCount)}</Tag>
          {about && <Tag hue={hueOf(3)}>{about.name}</Tag>}
        </Group>
      }
    >
      <Members segment={segment} />
      {isAdding && <AddSubscribers id={segment.id} onClose={() => setAdding(false)} />}
    </Page>
  )
}

function Members({ segment: { id, type } }: { segment: Segment }) {
  const t = useTexts().marketing
  const { get, set } = useAddressState()
  const [selected, setSelected] = useState(new Map<string, string>())
  const [results, setResults] = useState<Result[]>()
  const text = get('text')
  const asked = useList(
    'marketing',
    'listSegmentSubscribers',
    { params: { id }, input: { size: PAGE, filter: toFilter(text), sortExpressions: BY_NAME } },
    { rows: ({ result }) => result.result as Subscriber[], keep: true },
  )
  const remove = useChange('marketing', 'removeSubscribers', {
    onDone: (reply) => {
      setResults(reply.results.map((each) => ({ ...each, name: selected.get(each.id) ?? '' })))
      setSelected(new Map())
    },
  })
  const select = (ids: ReadonlySet<string>) =>
    setSelected((before) => {
      const names = new Map(asked.rows.map(({ __id, __name }) => [__id, __name]))
      return new Map([...ids].map((each) => [each, names.get(each) ?? before.get(each) ?? '']))
    })
  const columns = useSubscriberColumns()
  return (
    <>
      <Group mb="sm" gap="xs">
        <SearchInput
          label={t.searchSubscribers}
          value={text}
          onSearch={(next) => set({ text: next })}
        />
        {selected.size > 0 && (
          <Button
            variant="default"
            leftSection={<IconTrash size={14} stroke={1.6} />}
            loading={remove.isPending}
            onClick={() => remove.mutate({ params: { id }, input: { ids: [...selected.keys()] } })}
          >
            {t.remove(selected.size)}
          </Button>
        )}
      </Group>
      <Shown of={asked}>
        {() => (
          <ListTable
            label={t.subscribers}
            columns={columns}
            rows={asked.rows}
            idOf={({ __id }) => __id}
            selection={
              type === 'static'
                ? { ids: new Set(selected.keys()), onChange: select, nameOf: (row) => row.__name }
                : undefined
            }
            empty={<Empty icon={IconMail} title={t.nobodyInside} hint={t.nobodyInsideHint} />}
            more={asked}
          />
        )}
      </Shown>
      {results && <Results results={results} onClose={() => setResults(undefined)} />}
    </>
  )
}
