import { Button, Group, SegmentedControl } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { Tag } from '../../../components/tag.tsx'
import { When } from '../../../components/when.tsx'
import { useTexts } from '../../../texts/index.ts'
import classes from '../admin.module.css'

type Job = ReplyOf<'jobs', 'list'>['jobs'][number]

const STATES = ['all', 'waiting', 'running', 'failed'] as const
type State = (typeof STATES)[number]
const HUES: Record<Job['state'], string> = {
  waiting: 'gray',
  running: 'blue',
  retrying: 'yellow',
  failed: 'red',
}
const EVERY = 3_000
const PAGE = 50

export function JobsPage() {
  const t = useTexts()
  const [search, setSearch] = useSearchParams()
  const [size, setSize] = useState(PAGE)
  const state = STATES.find((each) => each === search.get('state')) ?? 'all'
  const asked = useApi(
    'jobs',
    'list',
    { input: { size, ...(state !== 'all' && { state }) } },
    { every: EVERY, keep: true },
  )
  const counts = asked.data?.counts ?? {}
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
        {({ jobs }) =>
          jobs.length === 0 ? (
            <Empty
              icon={IconCircleCheck}
              title={state === 'failed' ? t.admin.jobs.noneFailed : t.admin.jobs.empty}
              hint={t.admin.jobs.emptyHint}
            />
          ) : (
            <>
              <JobTable jobs={jobs} />
              {jobs.length === size && (
                <Button variant="default" mt="sm" onClick={() => setSize(size + PAGE)}>
                  {t.admin.showMore}
                </Button>
              )}
            </>
          )
        }
      </Shown>
    </Page>
  )
}

function JobTable({ jobs }: { jobs: Job[] }) {
  const t = useTexts().admin.jobs
  return (
    <div className={classes.scroll}>
      <table className={classes.table} data-cards>
        <thead>
          <tr>
            <th>{t.job}</th>
            <th>{t.state}</th>
            <th data-number>{t.attempts}</th>
            <th>{t.runAt}</th>
            <th aria-label={t.retry} />
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function JobRow({ job }: { job: Job }) {
  const t = useTexts()
  const [isAsking, setAsking] = useState(false)
  const retry = useChange('jobs', 'retry', { touches: ['system'] })
  const giveUp = useChange('jobs', 'remove', {
    touches: ['system'],
    onDone: () => setAsking(false),
    onFail: () => undefined,
  })
  const params = { id: job.id }
  const isRunning = job.state === 'running'
  return (
    <tr>
      <td>
        <div>
          <div className={classes.strong}>{t.admin.jobs.names[job.name] ?? job.name}</div>
          <div className={classes.sub}>
            {job.name} · {job.id}
          </div>
          {job.lastError && <div className={classes.sub}>{job.lastError}</div>}
        </div>
      </td>
      <td data-label={t.admin.jobs.state}>
        <Tag hue={HUES[job.state]}>{t.admin.jobs.states[job.state]}</Tag>
      </td>
      <td data-number data-label={t.admin.jobs.attempts}>
        {job.attempts}/{job.maxAttempts}
      </td>
      <td data-label={t.admin.jobs.runAt} data-tight>
        <When at={job.runAt} />
      </td>
      <td data-tight>
        <Group gap={6} wrap="nowrap" justify="flex-end">
          <Button
            variant="default"
            disabled={isRunning}
            loading={retry.isPending}
            onClick={() => retry.mutate({ params })}
          >
            {t.admin.jobs.retry}
          </Button>
          <Button variant="subtle" color="red" disabled={isRunning} onClick={() => setAsking(true)}>
            {t.admin.jobs.giveUp}
          </Button>
        </Group>
        {isAsking && (
          <Confirm
            title={t.admin.jobs.names[job.name] ?? job.name}
            text={t.admin.jobs.giveUpHint}
            action={t.admin.jobs.giveUp}
            change={giveUp}
            onConfirm={() => giveUp.mutate({ params })}
            onClose={() => setAsking(false)}
          />
        )}
      </td>
    </tr>
  )
}
