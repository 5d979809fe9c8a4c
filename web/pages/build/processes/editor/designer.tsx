import { Button, SegmentedControl, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { Loading } from '../../../../components/states.tsx'
import { useBuildTexts } from '../../texts.ts'
import { useChecks } from '../check.ts'
import type { LevelsOf } from '../clocks/service-levels.tsx'
import type { Version } from '../difference/difference-view.tsx'
import type { Choice, Known } from '../known.ts'
import type { Modeler } from '../modeler/modeler.ts'
import type { Shape } from '../modeler/services.ts'
import { useModeler } from '../modeler/use-modeler.ts'
import { ElementActions } from '../panel/element-actions.tsx'
import { SettingsPanel } from '../panel/panel.tsx'
import { type ElementProblem, withServerProblems } from '../problems.ts'
import { isActivity } from '../settings/kind.ts'
import { labelOf } from '../settings/label.ts'
import { DrawingPane } from './drawing-pane.tsx'
import classes from './editor.module.css'

const SimulationView = lazy(async () => ({
  default: (await import('../simulation/simulation-view.tsx')).SimulationView,
}))
const DifferenceView = lazy(async () => ({
  default: (await import('../difference/difference-view.tsx')).DifferenceView,
}))

export type DesignerProps = {
  name: string
  /** The text of the diagram. */
  bpmn: string
  known: Known
  /** What the server says of the diagram. */
  problems: readonly { message: string; severity: 'error' | 'warning' }[]
  /** Diagrams that this one can be compared with. */
  versions: readonly Version[]
  onChange: (bpmn: string) => void
  /** Begins with an empty drawing. */
  onBlank: () => void
  /** The service levels of a step, or of the process as a whole. */
  levels: (of: LevelsOf) => ReactNode
  /** The settings of the process itself, with its variables. */
  children: ReactNode
}

const MODES = ['draw', 'settings', 'simulate', 'difference'] as const
type Mode = (typeof MODES)[number]

/** Draws a process, tries it out, and shows what has changed. */
export function ProcessDesigner({
  name,
  bpmn,
  known,
  problems: told,
  versions,
  onChange,
  onBlank,
  levels,
  children,
}: DesignerProps) {
  const t = useBuildTexts().processes
  const [mode, setMode] = useState<Mode>('draw')
  const [isLarge, setLarge] = useState(false)
  const types = useMemo(
    () =>
      Object.fromEntries(Object.entries(known.variables).map(([code, { type }]) => [code, type])),
    [known.variables],
  )
  const checked = useChecks(bpmn, types)
  const problems = useMemo(() => withServerProblems(checked?.problems ?? [], told), [checked, told])
  const label = t.editor.diagram(name)
  const switchTo = (given: string) => setMode(given as Mode)
  return (
    <div className={classes.editor} data-large={isLarge || undefined}>
      <div className={classes.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t.editor.modes}
          data={MODES.map((value) => ({ value, label: t.editor[value] }))}
          value={mode}
          onChange={switchTo}
        />
        <Summary problems={problems} isChecked={checked !== undefined} />
        <Button
          size="compact-xs"
          variant="default"
          ml="auto"
          aria-pressed={isLarge}
          onClick={() => setLarge((is) => !is)}
        >
          {isLarge ? t.editor.smaller : t.editor.larger}
        </Button>
      </div>
      <Suspense fallback={<Loading />}>
        {mode === 'draw' && (
          <DrawMode {...{ bpmn, known, problems, onChange, onBlank, label, levels }} />
        )}
        {mode === 'settings' && <div className={classes.wide}>{children}</div>}
        {mode === 'simulate' &&
          (checked?.model ? (
            <SimulationView xml={checked.xml} model={checked.model} label={label} known={known} />
          ) : (
            <Text>{t.simulation.broken}</Text>
          ))}
        {mode === 'difference' && <DifferenceView xml={bpmn} versions={versions} />}
      </Suspense>
    </div>
  )
}

type DrawProps = Pick<DesignerProps, 'bpmn' | 'known' | 'onChange' | 'onBlank' | 'levels'> & {
  label: string
  problems: ElementProblem[]
}

function DrawMode({ bpmn, known, problems, onChange, onBlank, label, levels }: DrawProps) {
  const t = useBuildTexts().processes.panel
  const host = useRef<HTMLDivElement>(null)
  const { modeler, shapes, revision, error } = useModeler(host, { xml: bpmn, onChange })
  const [shape, ...others] = shapes
  const isOne = shape && others.length === 0
  return (
    <>
      <DrawingPane
        {...{ host, modeler, revision, label, problems, onBlank }}
        isUnreadable={error !== undefined}
      />
      <aside className={classes.panel} aria-label={t.title}>
        <Stack gap="md">
          {modeler && revision > 0 && (
            <ElementActions modeler={modeler} shape={isOne ? shape : undefined} />
          )}
          {modeler && isOne && (
            <SettingsPanel {...{ modeler, shape, known, problems }} key={keyOf(shape)}>
              {isActivity(shape.businessObject.$type) &&
                levels({ step: stepOf(shape), elements: activitiesOf(modeler) })}
            </SettingsPanel>
          )}
          {others.length > 0 && <Text size="sm">{t.several}</Text>}
          {!shape && (
            <>
              <ProblemList
                problems={problems}
                onShow={(id) =>
                  modeler?.get('selection').select(modeler.get('elementRegistry').get(id) ?? null)
                }
              />
              <Text size="sm" c="var(--quiet)">
                {t.nothing}
              </Text>
              {modeler && revision > 0 && levels({ elements: activitiesOf(modeler) })}
            </>
          )}
        </Stack>
      </aside>
    </>
  )
}

const stepOf = ({ businessObject }: Shape): Choice => ({
  value: businessObject.id ?? '',
  label: labelOf(businessObject),
})

const activitiesOf = (modeler: Modeler): Choice[] =>
  modeler
    .get('elementRegistry')
    .filter(({ businessObject }) => isActivity(businessObject?.$type ?? ''))
    .map(stepOf)

const keys = new WeakMap<Shape, number>()
let lastKey = 0

/** Ids change while a name is typed; the panel must stay the same. */
function keyOf(shape: Shape): number {
  const key = keys.get(shape) ?? ++lastKey
  keys.set(shape, key)
  return key
}

type ListProps = { problems: ElementProblem[]; onShow: (element: string) => void }

function ProblemList({ problems, onShow }: ListProps) {
  const t = useBuildTexts().processes.panel
  if (problems.length === 0) return null
  return (
    <section aria-label={t.problems}>
      <Title order={3} fz={12} c="var(--quiet)">
        {t.problems}
      </Title>
      {problems.map(({ element, name, message, severity }) => (
        <UnstyledButton
          key={`${element} ${message}`}
          className={classes.problem ?? ''}
          data-severity={severity}
          onClick={() => onShow(element)}
        >
          <strong>{name || element || t.whole}</strong>: {message}
        </UnstyledButton>
      ))}
    </section>
  )
}

function Summary({ problems, isChecked }: { problems: ElementProblem[]; isChecked: boolean }) {
  const t = useBuildTexts().processes.editor
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  const parts = [errors > 0 && t.errors(errors), warnings > 0 && t.warnings(warnings)]
  const text = parts.filter(Boolean).join(', ')
  return (
    <Text size="xs" role="status" c={errors > 0 ? 'var(--mantine-color-error)' : 'var(--quiet)'}>
      {isChecked ? text || t.fine : t.checking}
    </Text>
  )
}
