import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useDayTexts } from '../../../texts/day.ts'
import { useTexts } from '../texts.ts'
import { useUnits } from '../units.ts'
import classes from './overview.module.css'
import type { Overview } from './samples.ts'

type Row = { name: string; value: ReactNode; link?: string; isBad?: boolean }

function Block({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section className={classes.card} aria-label={title}>
      <strong>{title}</strong>
      <dl className={classes.rows}>
        {rows.map(({ name, value, link, isBad = false }) => (
          <FactRow key={name} name={name} link={link} isBad={isBad}>
            {value}
          </FactRow>
        ))}
      </dl>
    </section>
  )
}

type FactRowProps = {
  name: string
  link: string | undefined
  isBad: boolean
  children: ReactNode
}

function FactRow({ name, link, isBad, children }: FactRowProps) {
  return (
    <>
      <dt>
        {link ? (
          <Link to={link} className="link">
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd data-bad={isBad || undefined}>
        {isBad && <span className={classes.bad} aria-hidden />}
        {children}
      </dd>
    </>
  )
}

/** What is waiting, what is stored, and where it runs. */
export function Blocks({ now }: { now: Overview }) {
  const t = useTexts().admin.overview
  const day = useDayTexts().health
  const { number, bytes } = useUnits()
  const { jobs, processes, webhooks, events, database, files, users, node, version, backups } = now
  const { quotaBytes } = files
  return (
    <div className={classes.blocks}>
      <Block
        title={t.work}
        rows={[
          { name: t.jobsWaiting, value: number(jobs.waiting), link: links.adminPart('jobs') },
          { name: t.jobsRunning, value: number(jobs.running) },
          {
            name: t.jobsFailed,
            value: number(jobs.failed),
            link: `${links.adminPart('jobs')}?state=failed`,
            isBad: jobs.failed > 0,
          },
          {
            name: day.late,
            value: number(jobs.late),
            link: links.adminPart('jobs'),
            isBad: jobs.late > 0,
          },
          { name: t.instances, value: number(processes.running), link: links.instances },
          {
            name: t.incidents,
            value: number(processes.incidents),
            link: links.incidents,
            isBad: processes.incidents > 0,
          },
          {
            name: t.webhooksActive,
            value: number(webhooks.active),
            link: links.adminPart('webhooks'),
          },
          {
            name: day.failing,
            value: number(webhooks.failing),
            link: links.adminPart('webhooks'),
            isBad: webhooks.failing > 0,
          },
          {
            name: t.webhooksPaused,
            value: number(webhooks.paused),
            link: links.adminPart('webhooks'),
            isBad: webhooks.paused > 0,
          },
          { name: t.messagesWaiting, value: number(webhooks.waiting) },
        ]}
      />
      <Block
        title={t.data}
        rows={[
          { name: t.database, value: bytes(database.sizeBytes) },
          { name: t.events, value: number(events.lastPosition), link: links.adminPart('audit') },
          { name: t.files, value: number(files.count), link: links.files },
          {
            name: t.fileBytes,
            value:
              quotaBytes === null
                ? bytes(files.bytes)
                : t.quota(bytes(files.bytes), bytes(quotaBytes)),
            isBad: quotaBytes !== null && files.bytes > quotaBytes * 0.9,
          },
          { name: t.trash, value: bytes(files.trashBytes), link: links.trash },
          {
            name: day.backup,
            value: backups.latestAt === null ? day.none : <When at={backups.latestAt} />,
          },
          { name: t.users, value: number(users.active), link: links.people },
          { name: t.sessions, value: number(users.sessions) },
        ]}
      />
      <Block
        title={t.node}
        rows={[
          { name: t.version, value: version },
          {
            name: t.databaseVersion,
            value: database.embedded ? t.embedded(database.version) : database.version,
          },
          {
            name: t.allConnections,
            value: t.quota(number(database.connections.used), number(database.connections.max)),
          },
          { name: t.nodeId, value: <code>{node.id.slice(-8)}</code> },
          { name: t.startedAt, value: <When at={node.startedAt} /> },
        ]}
      />
    </div>
  )
}
