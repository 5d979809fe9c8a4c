import { useDates } from '../../../components/when.tsx'
import { useTexts } from '../../../texts/index.ts'
import classes from '../processes.module.css'
import { useDuration } from '../time.ts'
import { legendOf, type Measure, scaleOf } from './heat.ts'

/** What the colours mean: each with the largest value it stands for. */
export function HeatScale({ values, measure }: { values: readonly number[]; measure: Measure }) {
  const t = useTexts().processes.heat
  const { number } = useDates()
  const { exact } = useDuration()
  const legend = legendOf(values, scaleOf(values, measure))
  return (
    <ul className={classes.scale} aria-label={t.scale}>
      {legend.map(([level, most]) => (
        <li key={level}>
          <i data-heat={level} aria-hidden />
          {t.upTo(measure === 'times' ? exact(most) : number(most))}
        </li>
      ))}
    </ul>
  )
}
