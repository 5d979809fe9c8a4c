import { Button, Group, Text, Title } from '@mantine/core'
import { IconPencilCog, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { type Column, ListTable } from '../../components/list-table.tsx'
import type { More } from '../../components/load-more.tsx'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { When } from '../../components/when.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useList } from '../../list.ts'
import { Discard } from './shell/discard.tsx'
import { NewSolution } from './shell/new-solution.tsx'
import { useBuildTexts } from './texts.ts'

const PAGE = 50

type Solution = ReplyOf<'workplace', 'solutions'>['solutions'][number]
type Listed = ReplyOf<'drafts', 'list'>['drafts'][number]

/** Where designing begins: what is there, what was begun, and something new. */
export function BuildPage() {
  const t = useBuildTexts().shell
  const { isAdministrator } = useMe()
  const [isNew, setNew] = useState(false)
  const solutions = useApi('workplace', 'solutions', {})
  const drafts = useList(
    'drafts',
    'list',
    { input: { size: PAGE } },
    { rows: (reply) => reply.drafts.filter(({ changes }) => changes > 0) },
  )
  const columns = useSolutionColumns(drafts.rows)
  return (
    <Page
      title={t.title}
      actions={
        isAdministrator && (
          <Button leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setNew(true)}>
            {t.newSolution}
          </Button>
        )
      }
      below={
        <Text size="sm" c="var(--quiet)" maw={720}>
          {t.hint}
        </Text>
      }
    >
      {drafts.rows.length > 0 && (
        <Drafts
          drafts={drafts.rows}
          more={drafts}
          nameOf={(code) =>
            solutions.data?.solutions.find((each) => each.code === code)?.name ?? code
          }
        />
      )}
      <Title order={2} mt="lg" mb="xs">
        {t.solutions}
      </Title>
      <Shown of={solutions}>
        {(data) => (
          <ListTable
            label={t.solutions}
            columns={columns}
            rows={data.solutions}
            idOf={({ code }) => code}
            empty={<Empty icon={IconPencilCog} title={t.noSolutions} hint={t.noSolutionsHint} />}
            hasCards
          />
        )}
      </Shown>
      {isNew && <NewSolution onClose={() => setNew(false)} />}
    </Page>
  )
}

function useSolutionColumns(drafts: readonly Listed[]): Column<Solution>[] {
  const t = useBuildTexts().shell
  return [
    {
      key: 'name',
      title: t.solution,
      cell: ({ code, name }) => (
        <>
          <Text span fw={500}>
            {name}
          </Text>{' '}
          <Text span size="xs" c="var(--quiet)">
            {code}
          </Text>
        </>
      ),
    },
    { key: 'version', title: t.version, isTight: true, cell: ({ version }) => version },
    {
      key: 'at',
      title: t.appliedAt,
      isTight: true,
      cell: ({ appliedAt }) => <When at={appliedAt} />,
    },
    {
      key: 'actions',
      title: t.edit,
      isAction: true,
      cell: (solution) => (
        <SolutionActions
          solution={solution}
          draft={drafts.find((each) => each.solution === solution.code)}
        />
      ),
    },
  ]
}

type SolutionActionsProps = { solution: Solution; draft: Listed | undefined }

/** Whoever has begun already goes on with that. */
function SolutionActions({ solution: { code, name }, draft }: SolutionActionsProps) {
  const t = useBuildTexts().shell
  const navigate = useNavigate()
  const create = useChange('drafts', 'create', {
    onDone: (reply) => void navigate(links.draft(reply.draft.id)),
  })
  const open = () =>
    draft ? void navigate(links.draft(draft.id)) : create.mutate({ input: { solution: code } })
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      <Button
        component={Link}
        to={links.buildHistory(code)}
        variant="subtle"
        aria-label={t.historyOf(name)}
      >
        {t.history}
      </Button>
      <Button
        variant="default"
        loading={create.isPending}
        aria-label={t.editOf(name)}
        onClick={open}
      >
        {t.edit}
      </Button>
    </Group>
  )
}

type DraftsProps = { drafts: Listed[]; more: More; nameOf: (solution: string) => string }

function Drafts({ drafts, more, nameOf }: DraftsProps) {
  const t = useBuildTexts().shell
  const columns: Column<Listed>[] = [
    {
      key: 'solution',
      title: t.solution,
      cell: ({ id, solution }) => (
        <Link className="link" to={links.draft(id)}>
          {nameOf(solution)}
        </Link>
      ),
    },
    {
      key: 'changes',
      title: t.changes,
      isTight: true,
      cell: ({ changes }) => t.changedFiles(changes),
    },
    {
      key: 'changed',
      title: t.changedAt,
      isTight: true,
      cell: ({ updatedAt }) => <When at={updatedAt} />,
    },
    {
      key: 'actions',
      title: t.continue,
      isAction: true,
      cell: ({ id, solution }) => <DraftActions id={id} name={nameOf(solution)} />,
    },
  ]
  return (
    <>
      <Title order={2} mb="xs">
        {t.drafts}
      </Title>
      <ListTable
        label={t.drafts}
        columns={columns}
        rows={drafts}
        idOf={({ id }) => id}
        more={more}
        hasCards
      />
    </>
  )
}

function DraftActions({ id, name }: { id: string; name: string }) {
  const t = useBuildTexts().shell
  const [isDiscarding, setDiscarding] = useState(false)
  return (
    <>
      <Group gap={6} wrap="nowrap" justify="flex-end">
        <Button
          variant="subtle"
          color="red"
          aria-label={t.discardOf(name)}
          onClick={() => setDiscarding(true)}
        >
          {t.discardAction}
        </Button>
        <Button
          component={Link}
          to={links.draft(id)}
          variant="default"
          aria-label={t.continueOf(name)}
        >
          {t.continue}
        </Button>
      </Group>
      {isDiscarding && <Discard id={id} name={name} onClose={() => setDiscarding(false)} />}
    </>
  )
}
