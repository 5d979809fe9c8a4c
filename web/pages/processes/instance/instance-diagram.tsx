import { IconAlertTriangle, IconClock } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import { Shown } from '../../../components/states.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import badges from '../diagram/diagram.module.css'
import { Diagram } from '../diagram/diagram.tsx'
import type { Mark, Marks } from '../diagram/viewer.ts'
import { secondsBetween, useDuration, useNow } from '../time.ts'
import type { Instance } from './instance-page.tsx'

type Token = Instance['tokens'][number]

/** The way that was taken, and above it the tokens where they stand. */
export function InstanceDiagram({ of }: { of: Instance }) {
  const t = useTexts().processes
  const asked = useApi('processes', 'diagram', { params: { id: of.id } }, { fresh: 60_000 })
  const { passed, flows, tokens } = of
  const marks = useMemo(() => marksOf({ passed, flows, tokens }), [passed, flows, tokens])
  const byElement = Map.groupBy(tokens, ({ elementId }) => elementId)
  return (
    <Shown of={asked}>
      {({ xml }) => (
        <Diagram
          xml={xml}
          label={t.diagram.of(of.processName)}
          marks={marks}
          from={tokens[0]?.elementId}
          badges={[...byElement].map(([element, tokens]) => ({
            element,
            content: <TokenBadge tokens={tokens} />,
          }))}
        />
      )}
    </Shown>
  )
}

function marksOf({ passed, flows, tokens }: Pick<Instance, 'passed' | 'flows' | 'tokens'>): Marks {
  const as = (mark: Mark) => (id: string) => [id, mark] as const
  return Object.fromEntries([
    ...passed.map(({ elementId }) => elementId).map(as('passed')),
    ...flows.map(as('passed')),
    ...tokens.map(({ elementId }) => elementId).map(as('active')),
    ...tokens
      .filter(({ incidentId }) => incidentId !== null)
      .map(({ elementId }) => elementId)
      .map(as('stumbled')),
  ])
}

/** How long they stand there; it leads to the task that they wait for. */
function TokenBadge({ tokens }: { tokens: Token[] }) {
  const t = useTexts().processes
  const { short } = useDuration()
  const now = useNow()
  // The tokens of single people inside of a step have no time of their own.
  const timed = tokens.filter(({ since }) => since !== null)
  const first = timed[0] ?? tokens[0]
  if (!first) return null
  const isWrong = tokens.some(({ incidentId }) => incidentId !== null)
  const task = tokens.find(({ taskId }) => taskId !== null)?.taskId
  const seconds = first.since ? secondsBetween(first.since, now) : 0
  const name = first.name || t.instances.unnamed
  const time = timed.length > 1 ? `${short(seconds)} ×${timed.length}` : short(seconds)
  // What is read aloud has the words that are seen.
  const label = isWrong ? `${t.diagram.incident(name)}, ${time}` : t.diagram.at(name, time)
  const Icon = isWrong ? IconAlertTriangle : IconClock
  const shared = {
    className: badges.badge,
    title: label,
    'aria-label': label,
    'data-wrong': isWrong || undefined,
    'data-token': first.elementId,
  }
  const content = (
    <>
      <Icon size={12} stroke={2} aria-hidden />
      {time}
    </>
  )
  return task ? (
    <Link {...shared} to={links.task(task)}>
      {content}
    </Link>
  ) : (
    <span {...shared} role="img">
      {content}
    </span>
  )
}
