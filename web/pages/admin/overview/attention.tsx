import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useApi, useChange } from '../../../api.ts'
import { ServerText } from '../../../components/told.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useDayTexts } from '../../../texts/day.ts'
import { useTexts } from '../texts.ts'
import { useUnits } from '../units.ts'
import classes from './attention.module.css'
import type { Overview } from './samples.ts'

const EVERY = 60_000
const DAY = 86_400_000
const OLD = 7 * DAY
const FULL = 0.9

type Trouble = {
  key: string
  text: string
  link?: string
  since?: string
  detail?: string | null
  action?: ReactNode
}

/** What somebody should look at, each with the way there; or that there is nothing. */
export function Attention({ now }: { now: Overview }) {
  const t = useDayTexts().health
  const { data } = useApi('system', 'health', {}, { every: EVERY })
  const troubles = [
    ...useWebhooks(now),
    ...useNumbers(now),
    ...useDeadLetters(),
    ...findingsOf(data?.checks ?? []),
  ]
  const passed = data?.checks.filter(({ state }) => state === 'ok').length
  return (
    <section
      className={classes.panel}
      aria-label={t.title}
      data-bad={troubles.length > 0 || undefined}
    >
      <h2 className={classes.title}>
        {troubles.length > 0 ? (
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
        ) : (
          <IconCircleCheck size={18} stroke={1.6} aria-hidden />
        )}
        {troubles.length > 0 ? t.title : t.fine}
        {passed !== undefined && <small>{t.allFine(passed)}</small>}
      </h2>
      {troubles.length > 0 && (
        <ul className={classes.list}>
          {troubles.map((trouble) => (
            <Line key={trouble.key} trouble={trouble} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({ trouble: { text, link, since, detail, action } }: { trouble: Trouble }) {
  const t = useDayTexts().health
  return (
    <li>
      <div className={classes.words}>
        {link ? (
          <Link to={link} className="link">
            {text}
          </Link>
        ) : (
          text
        )}
        {since && (
          <span className={classes.quiet}>
            {t.since} <When at={since} />
          </span>
        )}
        {detail && (
          <div className={classes.quiet}>
            <ServerText message={detail} />
          </div>
        )}
      </div>
      {action}
    </li>
  )
}

const useWebhooks = ({ webhooks }: Overview): Trouble[] => {
  const t = useDayTexts().health
  return webhooks.troubled.map((webhook) => ({
    key: webhook.id,
    text:
      webhook.state === 'paused' ? t.webhookPaused(webhook.name) : t.webhookFailing(webhook.name),
    link: links.webhook(webhook.id),
    since: webhook.since,
    detail: webhook.error,
    action: <Turn webhook={webhook} />,
  }))
}

/** Stops a webhook, or lets it go on. */
function Turn({
  webhook: { id, name, state },
}: {
  webhook: Overview['webhooks']['troubled'][number]
}) {
  const t = useDayTexts().health
  const words = useTexts().admin.webhooks
  const isPaused = state === 'paused'
  const change = useChange('webhooks', isPaused ? 'resume' : 'pause', { changes: ['webhook'] })
  return (
    <Button
      size="xs"
      variant="default"
      loading={change.isPending}
      aria-label={isPaused ? t.resume(name) : t.pause(name)}
      onClick={() => change.mutate({ params: { id } })}
    >
      {isPaused ? words.resume : words.pause}
    </Button>
  )
}

function useNumbers({ jobs, processes, files, backups }: Overview): Trouble[] {
  const t = useDayTexts().health
  const { bytes } = useUnits()
  const failed = `${links.adminPart('jobs')}?state=failed`
  const isFull = files.quotaBytes !== null && files.bytes > files.quotaBytes * FULL
  const isOld = backups.latestAt !== null && Date.now() - Date.parse(backups.latestAt) > OLD
  return [
    { key: 'incidents', count: processes.incidents, text: t.incidents, link: links.incidents },
    { key: 'failed', count: jobs.failed, text: t.jobsFailed, link: failed },
    { key: 'late', count: jobs.late, text: t.jobsLate, link: links.adminPart('jobs') },
    { key: 'stuck', count: jobs.stuck, text: t.jobsStuck, link: links.adminPart('jobs') },
  ]
    .filter(({ count }) => count > 0)
    .map(({ count, text, ...rest }): Trouble => ({ ...rest, text: text(count) }))
    .concat(
      isFull
        ? {
            key: 'storage',
            text: t.storage(bytes(files.bytes), bytes(files.quotaBytes ?? 0)),
            link: links.files,
          }
        : [],
      backups.latestAt === null || isOld
        ? {
            key: 'backup',
            text: isOld ? t.oldBackup : t.noBackup,
            detail: t.backupHint,
            ...(backups.latestAt !== null && { since: backups.latestAt }),
          }
        : [],
    )
}

function useDeadLetters(): Trouble[] {
  const t = useDayTexts().health
  const input = { state: 'dead', size: 1 } as const
  const { data } = useApi('processes', 'messages', { input }, { every: EVERY })
  if (!data?.total) return []
  return [{ key: 'dead letters', text: t.deadLetters(data.total), link: links.processMessages }]
}

type Finding = { name: string; state: string; text: string }

/** These have lines of their own. */
const KNOWN = ['webhooks', 'jobs', 'backups']

const findingsOf = (checks: readonly Finding[]): Trouble[] =>
  checks
    .filter(({ name, state }) => state !== 'ok' && !KNOWN.includes(name))
    .map(({ name, text }) => ({ key: name, text: name, detail: text }))
