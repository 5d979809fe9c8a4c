import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { When } from '../../../components/when.tsx'
import { useList } from '../../../list.ts'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'

type Job = ReplyOf<'jobs', 'list'>['jobs'][number]

const STATES = ['all', 'waiting', 'running', 'failed'] as const
type State = (typeof STATES)[number]
const EVERY = 3_000
const PAGE = 50

export function JobsPage() {
  const t = useTexts()
  const [search, setSearch] = useSearchParams()
  const state = STATES.find((each) => each === search.get('state')) ?? 'all'
  const asked = useJobs(state)
  const columns = useColumns()
  const counts = asked.data?.pages[0]?.counts ?? {}
  const label = (each: State) => {
    const count = counts[each]
    return count ? `${t.admin.jobs.states[each]} · ${count}` : t.admin.jobs.states[each]
  }
  return (
    <Page
      title={t.admin.parts.jobs}
      below={<div className={classes.hint}>{t.admin.jobs.hint}</div>}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t.admin.jobs.filter}
          value={state}
          onChange={(next) => setSearch(next === 'all' ? {} : { state: next })}
          data={STATES.map((each) => ({ value: each, label: label(each) }))}
        />
      }
    >
      <Shown of={asked}>
        {() => (
          <ListTable
            label={t.admin.parts.jobs}
            columns={columns}
            rows={asked.rows}
            idOf={({ id }) => id}
            empty={
              <Empty
                icon={IconCircleCheck}
                title={state === 'failed' ? t.admin.jobs.noneFailed : t.admin.jobs.empty}
                hint={t.admin.jobs.emptyHint}
              />
            }
            more={asked}
            hasCards
          />
        )}
      </Shown>
    </Page>
  )
}

function useJobs(state: State) {
  return useList(
    'jobs',
    'list',
    { input: { size: PAGE, ...(state !== 'all' && { state }) } },
    {
      rows: ({ jobs }) => jobs,
      every: EVERY,
      keep: true,
    },
  )
}

function useColumns(): Column<Job>[] {
  const t = useTexts().admin.jobs
  return [
    { key: 'job', title: t.job, cell: (job) => <JobName job={job} /> },
    {
      key: 'state',
      title: t.state,
      cell: ({ state }) => <Tag state={state}>{t.states[state]}</Tag>,
    },
    {
      key: 'attempts',
      title: t.attempts,
      isNumber: true,
      cell: ({ attempts, maxAttempts }) => `${attempts}/${maxAttempts}`,
    },
    { key: 'runAt', title: t.runAt, isTight: true, cell: ({ runAt }) => <When at={runAt} /> },
    { key: 'actions', title: t.retry, isAction: true, cell: (job) => <JobActions job={job} /> },
  ]
}

function JobName({ job: { id, name, lastError } }: { job: Job }) {
  const t = useTexts().admin.jobs
  return (
    <div>
      <div className={classes.strong}>{t.names[name] ?? name}</div>
      <div className={classes.sub}>
        {name} · {id}
      </div>
      {lastError && <div className={classes.sub}>{lastError}</div>}
    </div>
  )
}

function JobActions({ job }: { job: Job }) {
  const t = useTexts().admin.jobs
  const [isAsking, setAsking] = useState(false)
  const retry = useChange('jobs', 'retry', { changes: ['job'] })
  const params = { id: job.id }
  const { modal } = useForm('jobs', 'remove', {
    params,
    changes: ['job'],
    onClose: () => setAsking(false),
  })
  const isRunning = job.state === 'running'
  return (
    <>
      <Group gap={6} wrap="nowrap" justify="flex-end">
        <Button
          variant="default"
          disabled={isRunning}
          loading={retry.isPending}
          onClick={() => retry.mutate({ params })}
        >
          {t.retry}
        </Button>
        <Button variant="subtle" color="red" disabled={isRunning} onClick={() => setAsking(true)}>
          {t.giveUp}
        </Button>
      </Group>
      {isAsking && (
        <Confirm
          {...modal}
          title={t.names[job.name] ?? job.name}
          text={t.giveUpHint}
          action={t.giveUp}
        />
      )}
    </>
  )
}
