import { Button, Group } from '@mantine/core'
import { IconMail, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { useAddressState } from '../../components/address-state.ts'
import { SelectField, TextField } from '../../components/controls.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { Page } from '../../components/page.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { hueOf, Tag } from '../../components/tag.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useDates, When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useList } from '../../list.ts'
import { useTexts } from '../../texts/index.ts'
import { MarketingTabs } from './marketing-tabs.tsx'

const PAGE = 50
type Segment = ReplyOf<'marketing', 'segments'>['segments'][number]

/** Whom mailings go to, by segment. */
export function SegmentsPage() {
  const t = useTexts()
  const [isNew, setNew] = useState(false)
  const { get, set } = useAddressState()
  const columns = useColumns()
  const q = get('q')
  const asked = useList(
    'marketing',
    'segments',
    { input: { size: PAGE, ...(q && { q }) } },
    { rows: ({ segments }) => segments, keep: true },
  )
  return (
    <Page
      title={t.frame.menu.marketing}
      actions={
        <Button leftSection={<IconPlus size={14} />} onClick={() => setNew(true)}>
          {t.marketing.newSegment}
        </Button>
      }
      below={<MarketingTabs />}
    >
      <Group mb="sm">
        <SearchInput
          label={t.marketing.searchSegments}
          value={q}
          onSearch={(next) => set({ q: next })}
        />
      </Group>
      <Shown of={asked}>
        {() => (
          <ListTable
            label={t.marketing.segments}
            columns={columns}
            rows={asked.rows}
            idOf={({ id }) => id}
            empty={
              <Empty
                icon={IconMail}
                title={t.marketing.noSegments}
                hint={t.marketing.noSegmentsHint}
              />
            }
            more={asked}
          />
        )}
      </Shown>
      {isNew && <NewSegment onClose={() => setNew(false)} />}
    </Page>
  )
}

function useColumns(): Column<Segment>[] {
  const t = useTexts().marketing
  const dates = useDates()
  return [
    {
      key: 'name',
      title: t.fields.name,
      cell: ({ id, name }) => (
        <Link to={links.segment(id)} className="link">
          {name || t.untitled}
        </Link>
      ),
    },
    {
      key: 'kind',
      title: t.fields.kind,
      isWide: true,
      cell: ({ kind }) => (
        <Tag hue={hueOf(kind === 'static' ? 1 : 2)} isBare>
          {t.kinds[kind]}
        </Tag>
      ),
    },
    {
      key: 'created',
      title: t.fields.created,
      isWide: true,
      isQuiet: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'count',
      title: t.subscribers,
      isNumber: true,
      cell: ({ subscribers }) => dates.number(subscribers),
    },
  ]
}

function NewSegment({ onClose }: { onClose: () => void }) {
  const { marketing: t, frame } = useTexts()
  const navigate = useNavigate()
  const { data } = useApi('marketing', 'listPreferences', {})
  const { field, modal } = useForm('marketing', 'createSegment', {
    values: { name: '', preference: null as string | null },
    request: (input) => ({ input }),
    onClose,
    onDone: ({ id }) => {
      onClose()
      void navigate(links.segment(id))
    },
  })
  return (
    <FormModal {...modal} title={t.newSegment} submit={frame.actions.create}>
      <TextField {...field('name', t.fields.name)} required data-autofocus />
      <SelectField
        {...field('preference', t.fields.preference)}
        placeholder={t.anything}
        data={(data?.preferences ?? []).map((each) => ({ value: each.id, label: each.name }))}
        clearable
      />
    </FormModal>
  )
}
