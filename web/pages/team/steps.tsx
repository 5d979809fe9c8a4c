import { Link } from 'react-router'
import { Below, type Column, ListTable } from '../../components/list-table.tsx'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useDayTexts } from '../../texts/day.ts'
import { Section } from '../apps/item/section.tsx'
import { levelOf, scaleOf } from '../processes/heat/heat.ts'
import { HeatScale } from '../processes/heat/heat-scale.tsx'
import { useDuration } from '../processes/time.ts'
import { CountLink } from './count-link.tsx'
import classes from './team.module.css'
import { inStep, listOf, type Step, type TeamWork } from './work.ts'

/** More than these are no surprise any more. */
const SHOWN = 12

/** The steps at which tasks take longest, in the colours of the heat map. */
export function Steps({ work: { steps, whose } }: { work: TeamWork }) {
  const t = useDayTexts().team
  const { exact } = useDuration()
  const shown = steps.slice(0, SHOWN)
  const times = shown.map(({ meanSeconds }) => meanSeconds)
  const scale = scaleOf(times, 'times')
  const list = listOf(whose)
  const nameOf = ({ name, process }: Step) => `${name}, ${process.name}`
  const columns: Column<Step>[] = [
    {
      key: 'step',
      title: t.step,
      cell: (step) => (
        <>
          <StepName step={step} />
          <Below>{step.process.name}</Below>
        </>
      ),
    },
    { key: 'process', title: t.process, isWide: true, cell: ({ process }) => process.name },
    {
      key: 'mean',
      title: t.mean,
      isTight: true,
      cell: ({ meanSeconds }) => (
        <span className={classes.heat}>
          <i className={classes.swatch} data-heat={levelOf(meanSeconds, scale)} />
          {exact(meanSeconds)}
        </span>
      ),
    },
    {
      key: 'open',
      title: t.open,
      isNumber: true,
      cell: (step) => (
        <CountLink count={step.open} to={list(inStep(step))} label={t.openOf(nameOf(step))} />
      ),
    },
    {
      key: 'late',
      title: t.late,
      isNumber: true,
      cell: (step) => (
        <CountLink
          count={step.late}
          to={list({ ...inStep(step), late: true })}
          label={t.lateOf(nameOf(step))}
          isBad
        />
      ),
    },
    {
      key: 'oldest',
      title: t.oldest,
      isWide: true,
      isQuiet: true,
      cell: ({ oldestAt }) => <When at={oldestAt} />,
    },
  ]
  return (
    <Section title={t.steps}>
      <div className={classes.hint}>
        {shown.length > 0 ? t.stepsHint : t.noSteps}
        <HeatScale values={times} measure="times" />
      </div>
      {shown.length > 0 && (
        <ListTable
          label={t.steps}
          columns={columns}
          rows={shown}
          idOf={(step) => `${step.process.namespace}/${step.process.code}/${step.element}`}
        />
      )}
    </Section>
  )
}

/** Leads to the diagram of the process, with its heat map. */
function StepName({ step: { name, process } }: { step: Step }) {
  if (process.id === null) return <>{name}</>
  return (
    <Link to={`${links.process(process.id)}?heat=times`} className={`link ${classes.step}`}>
      {name}
    </Link>
  )
}
