import { Code, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '../../../client.ts'
import { useDates } from '../../../components/when.tsx'
import { PeopleValue, SYSTEM } from '../../../fields/linked.tsx'
import { links } from '../../../links.ts'
import adminClasses from '../admin.module.css'
import { ObjectName } from '../object-name.tsx'
import { useTexts } from '../texts.ts'
import classes from './audit.module.css'
import { Changes } from './changes.tsx'

export type Entry = ReplyOf<'audit', 'list'>['entries'][number]

/** One line of the log, and everything it knows when it is opened. */
export function EntryLine({ entry }: { entry: Entry }) {
  const t = useTexts().admin
  const dates = useDates()
  const [isOpen, setOpen] = useState(false)
  const what = t.events[entry.type] ?? entry.type
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li className={classes.entry}>
      <div className={classes.line}>
        <UnstyledButton
          className={classes.open}
          aria-expanded={isOpen}
          aria-label={t.audit.open(what, entry.position)}
          onClick={() => setOpen(!isOpen)}
        >
          <Chevron size={14} stroke={1.6} aria-hidden />
        </UnstyledButton>
        <span className={classes.what}>{what}</span>
        <span className={classes.who}>
          {entry.actor && entry.actor !== SYSTEM ? (
            <PeopleValue value={entry.actor} isShort />
          ) : (
            <Text component="span" size="sm" c="var(--quiet)">
              {t.system}
            </Text>
          )}
        </span>
        <span className={classes.object}>
          <ObjectName object={entry.object} />
        </span>
        <time className={classes.at} dateTime={entry.at}>
          {dates.moment(entry.at)}
        </time>
      </div>
      {isOpen && <Inside entry={entry} />}
    </li>
  )
}

function Inside({ entry }: { entry: Entry }) {
  const t = useTexts().admin.audit
  const { object, position, requestId, credential, type, data } = entry
  return (
    <div className={classes.inside}>
      <Changes data={data} />
      <dl className={adminClasses.facts}>
        <dt>{t.type}</dt>
        <dd>
          <Code>{type}</Code>
        </dd>
        <dt>{t.object}</dt>
        <dd>
          <Code>{object}</Code>{' '}
          <Link to={links.auditOf(object)} className="link">
            {t.onlyThis}
          </Link>
        </dd>
        <dt>{t.position}</dt>
        <dd>{position}</dd>
        {requestId && (
          <>
            <dt>{t.request}</dt>
            <dd>
              <Code>{requestId}</Code>
            </dd>
          </>
        )}
        {credential && (
          <>
            <dt>{t.credential}</dt>
            <dd>
              <Code>{credential}</Code>
            </dd>
          </>
        )}
      </dl>
      <details>
        <summary className={adminClasses.sub}>{t.raw}</summary>
        <Code block className={adminClasses.json}>
          {JSON.stringify(data, null, 2)}
        </Code>
      </details>
    </div>
  )
}
