import { Alert, Anchor, Button } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { MuteButton } from '../../components/mute.tsx'
import { Page } from '../../components/page.tsx'
import { Shown } from '../../components/states.tsx'
import { When } from '../../components/when.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { Section } from '../apps/item/section.tsx'
import { MEASURES } from './heat/heat.ts'
import { HeatMap } from './heat/heat-map.tsx'
import { InstanceList, type InstanceRow } from './instance-list.tsx'
import { ModifyButton } from './modify/modify-button.tsx'
import { MoveVersions } from './move/move.tsx'
import classes from './processes.module.css'
import { StartProcess } from './start-process.tsx'
import { SuspendedTag } from './state-tag.tsx'
import { SuspendButton } from './suspension/suspend-button.tsx'
import { Versions } from './versions.tsx'

export type Process = ReplyOf<'processes', 'get'>['process']

/** One process: its diagram, what ran of it, its versions. */
export function ProcessPage() {
  const { id = '' } = useParams()
  const [params] = useSearchParams()
  const version = Number(params.get('version')) || undefined
  const asked = useApi('processes', 'get', {
    params: { id },
    input: version === undefined ? {} : { version },
  })
  return <Shown of={asked}>{({ process }) => <Shell key={process.id} process={process} />}</Shown>
}

function Shell({ process }: { process: Process }) {
  const t = useTexts().processes
  const [params, setParams] = useSearchParams()
  const isStarting = params.has('start')
  const set = (key: string, value: string | null) =>
    setParams(
      (all) => {
        if (value === null || value === 'off') all.delete(key)
        else all.set(key, value)
        return all
      },
      { replace: true },
    )
  const setStarting = (is: boolean) => set('start', is ? '' : null)
  const heat = MEASURES.find((each) => each === params.get('heat')) ?? 'off'
  const newest = process.versions[0]?.version ?? process.version
  const canStart = process.canStart && process.suspendedAt === null
  return (
    <Page
      title={process.name}
      above={<Link to={links.processes}>{t.title}</Link>}
      actions={
        <>
          <MuteButton object={`process:${process.namespace}/${process.code}`} />
          {process.canChange && (
            <SuspendButton kind="process" id={process.id} suspendedAt={process.suspendedAt} />
          )}
          {canStart && (
            <Button
              leftSection={<IconPlayerPlay size={14} stroke={1.6} />}
              onClick={() => setStarting(true)}
            >
              {t.start.action}
            </Button>
          )}
        </>
      }
    >
      {process.suspendedAt && (
        <Alert mb="md" py="xs" color="orange">
          <SuspendedTag /> <When at={process.suspendedAt} />. {t.suspension.process.now}
        </Alert>
      )}
      {process.version !== newest && (
        <Alert mb="md" py="xs" color="yellow">
          {t.versions.old(process.version)}{' '}
          <Anchor component={Link} inherit to={links.process(process.id)}>
            {t.versions.showNewest}
          </Anchor>
        </Alert>
      )}
      <HeatMap process={process} start={heat} onChoose={(next) => set('heat', next)} />
      <Instances process={process} newest={newest} />
      <Versions process={process} />
      {isStarting && canStart && (
        <StartProcess id={process.id} onClose={() => setStarting(false)} />
      )}
    </Page>
  )
}

function Instances({ process, newest }: { process: Process; newest: number }) {
  const t = useTexts().processes
  const [moving, setMoving] = useState<InstanceRow[]>()
  const isMovable = useMe().isAdministrator && process.versions.length > 1
  return (
    <div className={classes.section}>
      <Section title={t.instances.title}>
        <InstanceList
          process={process.id}
          {...((isMovable || process.canChange) && {
            actions: (chosen, done) => (
              <>
                {isMovable && (
                  <Button variant="default" onClick={() => setMoving(chosen)}>
                    {t.move.action}
                  </Button>
                )}
                {process.canChange && <ModifyButton instances={chosen} onDone={done} />}
              </>
            ),
          })}
        />
      </Section>
      {moving && (
        <Suspense>
          <MoveVersions
            process={process}
            version={newest}
            instances={moving}
            onClose={() => setMoving(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
