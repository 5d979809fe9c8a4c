import { Button, Group, Tabs, Text } from '@mantine/core'
import { IconArrowsShuffle, IconPlayerStop } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Feed } from '../../../components/feed/feed.tsx'
import { MuteButton } from '../../../components/mute.tsx'
import { Page } from '../../../components/page.tsx'
import { Person } from '../../../components/person.tsx'
import { Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { ModifyInstance } from '../modify/modify.tsx'
import { StateTag, SuspendedTag } from '../state-tag.tsx'
import { SuspendButton } from '../suspension/suspend-button.tsx'
import { secondsBetween, useDuration, useNow } from '../time.ts'
import { InstanceClocks } from './clocks.tsx'
import classes from './instance.module.css'
import { InstanceDiagram } from './instance-diagram.tsx'
import { InstanceIncidents } from './instance-incidents.tsx'
import { Interrupt } from './interrupt.tsx'
import { Related } from './related.tsx'
import { InstanceTasks } from './tasks.tsx'
import { Timeline } from './timeline.tsx'
import { Variables } from './variables.tsx'
import { InstanceWork } from './work.tsx'

export type Instance = ReplyOf<'processes', 'instance'>['instance']

/** Steps that only programs take tell nobody: while it runs it is looked at now and then. */
const EVERY = 10_000

/** One run of a process: its current steps, what happened, what it knows. */
export function InstancePage() {
  const { id = '' } = useParams()
  const [isOpen, setIsOpen] = useState(true)
  const asked = useApi('processes', 'instance', { params: { id } }, isOpen ? { every: EVERY } : {})
  const isEnded = asked.data?.instance.endedAt != null
  if (isEnded === isOpen) setIsOpen(!isEnded)
  return <Shown of={asked}>{({ instance }) => <Shell key={instance.id} of={instance} />}</Shown>
}

function Shell({ of }: { of: Instance }) {
  const t = useTexts().processes
  const [isInterrupting, setIsInterrupting] = useState(false)
  const [isModifying, setIsModifying] = useState(false)
  return (
    <Page
      title={of.name}
      above={
        <>
          <Link to={links.processes}>{t.title}</Link> /{' '}
          <Link to={links.process(of.processId)}>{of.processName}</Link>
        </>
      }
      actions={
        of.endedAt === null && (
          <>
            {of.canChange && (
              <Button
                variant="default"
                leftSection={<IconArrowsShuffle size={14} stroke={1.6} />}
                onClick={() => setIsModifying(true)}
              >
                {t.instance.modify}
              </Button>
            )}
            {of.canChange && !of.isProcessSuspended && (
              <SuspendButton kind="instance" id={of.id} suspendedAt={of.suspendedAt} />
            )}
            {of.canInterrupt && (
              <Button
                variant="default"
                leftSection={<IconPlayerStop size={14} stroke={1.6} />}
                onClick={() => setIsInterrupting(true)}
              >
                {t.instance.interrupt}
              </Button>
            )}
          </>
        )
      }
      below={<About of={of} />}
    >
      <InstanceDiagram of={of} />
      <InstanceIncidents of={of} />
      <div className={classes.columns}>
        <History of={of} />
        <aside className={classes.aside}>
          <InstanceTasks tasks={of.tasks} />
          <InstanceClocks clocks={of.clocks} />
          <InstanceWork tokens={of.tokens} />
          <Related of={of} />
          <Variables of={of} />
        </aside>
      </div>
      {isModifying && (
        <Suspense>
          <ModifyInstance of={of} onClose={() => setIsModifying(false)} />
        </Suspense>
      )}
      {isInterrupting && <Interrupt id={of.id} onClose={() => setIsInterrupting(false)} />}
    </Page>
  )
}

function About({ of }: { of: Instance }) {
  const { instance: t, suspension } = useTexts().processes
  const { long } = useDuration()
  const now = useNow()
  const time = long(secondsBetween(of.startedAt, of.endedAt ?? now))
  return (
    <Group gap="6px 14px" className={classes.about}>
      <StateTag state={of.state} />
      {of.suspendedAt && (
        <span>
          <SuspendedTag />{' '}
          {of.isProcessSuspended && (
            <>
              <Link to={links.process(of.processId)}>{suspension.withProcess}</Link>{' '}
            </>
          )}
          <When at={of.suspendedAt} />
        </span>
      )}
      <Group gap={6} component="span">
        {t.startedBy} <Person id={of.author.id} name={of.author.name} isLink />
        <When at={of.startedAt} />
      </Group>
      <span>{of.endedAt ? t.took(time) : t.runs(time)}</span>
      <span>{t.version(of.version)}</span>
      {of.item?.name && (
        <span>
          {t.about}{' '}
          <Text
            component={Link}
            inherit
            fw={600}
            c="var(--mantine-color-text)"
            to={links.item(of.item.namespace, of.item.code, of.item.id)}
          >
            {of.item.name}
          </Text>
        </span>
      )}
      <MuteButton object={`instance:${of.id}`} />
    </Group>
  )
}

function History({ of }: { of: Instance }) {
  const t = useTexts().processes.instance
  return (
    <Tabs defaultValue="timeline" keepMounted={false} className={classes.main}>
      <Tabs.List mb="md">
        <Tabs.Tab value="timeline">{t.timeline}</Tabs.Tab>
        <Tabs.Tab value="feed">{t.feed}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="timeline">
        <Timeline of={of} />
      </Tabs.Panel>
      <Tabs.Panel value="feed">
        <Feed of={{ namespace: 'system', code: 'instances', id: of.id }} />
      </Tabs.Panel>
    </Tabs>
  )
}
