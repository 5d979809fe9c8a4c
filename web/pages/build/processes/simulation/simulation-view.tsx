import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Model } from '../../../../../src/engine/model.ts'
import { type Action, type Beginning, type Played, play } from '../../../../../src/engine/play.ts'
import { prepare } from '../../../../../src/engine/program.ts'
import { Diagram } from '../../../processes/diagram/diagram.tsx'
import type { Mark } from '../../../processes/diagram/viewer.ts'
import { useBuildTexts } from '../../texts.ts'
import editor from '../editor/editor.module.css'
import { type Known, variableChoices } from '../known.ts'
import { Clock } from './clock.tsx'
import { Log } from './log.tsx'
import { Section } from './section.tsx'
import classes from './simulation.module.css'
import { StartForm } from './start-form.tsx'
import { WaitingList } from './waiting-list.tsx'

type SimulationProps = { xml: string; model: Model; label: string; known: Known }

/** Steps through the process as it is drawn, without a server. */
export function SimulationView({ xml, model, label, known }: SimulationProps) {
  const t = useBuildTexts().processes.simulation
  const program = useMemo(() => prepare(model), [model])
  const { calendar } = known
  const [beginning, setBeginning] = useState<Beginning>()
  const [actions, setActions] = useState<Action[]>([])
  const played = useMemo(
    () => beginning && play(program, { ...beginning, ...(calendar && { calendar }) }, actions),
    [program, beginning, actions, calendar],
  )
  const act = (action: Action) => setActions((all) => [...all, action])
  const reset = () => {
    setBeginning(undefined)
    setActions([])
  }
  return (
    <>
      <div>
        <Diagram
          xml={xml}
          label={label}
          marks={marksOf(played)}
          badges={badgesOf(played, t.token)}
        />
      </div>
      <aside className={editor.panel} aria-label={t.title}>
        <Stack gap="md">
          <Text size="xs" c="var(--quiet)">
            {t.hint}
          </Text>
          {!played && (
            <StartForm model={model} variables={variableChoices(known)} onStart={setBeginning} />
          )}
          {played && (
            <>
              <Group gap="xs">
                <Button size="compact-xs" variant="default" onClick={reset}>
                  {t.again}
                </Button>
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={actions.length === 0}
                  onClick={() => setActions((all) => all.slice(0, -1))}
                >
                  {t.back}
                </Button>
              </Group>
              <Outcome played={played} />
              <Clock played={played} onAct={act} />
              <WaitingList played={played} model={model} known={known} onAct={act} />
              <Section title={t.variables}>
                <Variables values={played.variables} />
              </Section>
              <Section title={t.log}>
                <Log lines={played.log} model={model} />
              </Section>
            </>
          )}
        </Stack>
      </aside>
    </>
  )
}

function Outcome({ played }: { played: Played }) {
  const t = useBuildTexts().processes.simulation
  return (
    <>
      <Text size="sm" role="status">
        <strong>{t.states[played.status]}</strong>
        <span className={classes.quiet}>
          {' '}
          · {t.clock} {played.now.slice(0, 16).replace('T', ' ')}
        </span>
      </Text>
      {played.refused !== '' && (
        <Alert color="red" variant="light" p="xs">
          {played.refused}
        </Alert>
      )}
    </>
  )
}

function Variables({ values }: { values: Record<string, unknown> }) {
  const t = useBuildTexts().processes.simulation
  if (Object.keys(values).length === 0)
    return <Text className={classes.quiet}>{t.noVariables}</Text>
  return (
    <Code block className={classes.values ?? ''}>
      {JSON.stringify(values, null, 2)}
    </Code>
  )
}

function marksOf(played: Played | undefined): Record<string, Mark> {
  if (!played) return {}
  const wrong = played.waiting.filter(({ wait }) => wait === 'incident')
  return {
    ...Object.fromEntries(played.passed.map((id) => [id, 'passed' as const])),
    ...Object.fromEntries(played.standing.map((id) => [id, 'active' as const])),
    ...Object.fromEntries(wrong.map(({ element }) => [element, 'stumbled' as const])),
  }
}

function badgesOf(played: Played | undefined, token: string) {
  const counts = Map.groupBy(played?.standing ?? [], (id) => id)
  return [...counts].map(([element, of]) => ({
    element,
    content: (
      <span className={classes.token} role="img" aria-label={token}>
        {of.length > 1 ? of.length : '●'}
      </span>
    ),
  }))
}
