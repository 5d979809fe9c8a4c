import { Button, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { links } from '../../../links.ts'
import { useList } from '../../../list.ts'
import { useBuildTexts } from '../texts.ts'
import { Drift } from './drift.tsx'
import { VersionChanges } from './version-changes.tsx'

const PAGE = 50

type Version = ReplyOf<'solutions', 'listVersions'>['versions'][number]

/** Every version that was published, and the way back to each. */
export function HistoryPage() {
  const t = useBuildTexts().shell
  const { code = '' } = useParams()
  const asked = useList(
    'solutions',
    'listVersions',
    { params: { code }, input: { size: PAGE } },
    { rows: ({ versions }) => versions },
  )
  const { data } = useApi('workplace', 'solutions', {})
  const name = data?.solutions.find((each) => each.code === code)?.name ?? code
  const [open, setOpen] = useState<number>()
  const columns = useColumns(code, { open, setOpen })
  return (
    <Page title={t.versions(name)} above={<Link to={links.build}>{t.title}</Link>}>
      <Drift code={code} />
      <Shown of={asked}>
        {() => (
          <ListTable
            label={t.history}
            columns={columns}
            rows={asked.rows}
            more={asked}
            idOf={({ number }) => `${number}`}
            details={({ number }) =>
              number === open && <VersionChanges code={code} number={number} />
            }
            empty={<Empty icon={IconHistory} title={t.noVersions} />}
            hasCards
          />
        )}
      </Shown>
    </Page>
  )
}

type Opened = { open: number | undefined; setOpen: (number: number | undefined) => void }

function useColumns(code: string, { open, setOpen }: Opened): Column<Version>[] {
  const t = useBuildTexts().shell
  return [
    {
      key: 'number',
      title: t.version,
      cell: ({ number, comment }) => (
        <>
          <Text span fw={500}>
            {t.versionNumber(`${number}`)}
          </Text>{' '}
          {comment}
        </>
      ),
    },
    {
      key: 'by',
      title: t.author,
      isTight: true,
      cell: ({ publishedBy }) => <PeopleValue value={publishedBy} />,
    },
    {
      key: 'at',
      title: t.appliedAt,
      isTight: true,
      cell: ({ publishedAt }) => <When at={publishedAt} />,
    },
    {
      key: 'changes',
      title: t.whatChanged,
      isTight: true,
      cell: ({ number }) => (
        <Button
          variant="subtle"
          aria-expanded={open === number}
          onClick={() => setOpen(open === number ? undefined : number)}
        >
          {t.whatChanged}
        </Button>
      ),
    },
    {
      key: 'actions',
      title: t.rollBack,
      isAction: true,
      cell: ({ number }) => <RollBack code={code} number={number} />,
    },
  ]
}

/** A draft that looks like the version, with its plan open. */
function RollBack({ code, number }: { code: string; number: number }) {
  const t = useBuildTexts().shell
  const navigate = useNavigate()
  const start = useChange('solutions', 'draftVersion', {
    onDone: ({ draft }) => void navigate(`${links.draft(draft.id)}?publish=1`),
  })
  return (
    <Button
      variant="default"
      loading={start.isPending}
      aria-label={t.rollBackTo(`${number}`)}
      title={t.rollBackHint}
      onClick={() => start.mutate({ params: { code, number: `${number}` } })}
    >
      {t.rollBack}
    </Button>
  )
}
