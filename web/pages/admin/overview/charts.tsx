import { useTexts } from '../texts.ts'
import { useUnits } from '../units.ts'
import classes from './overview.module.css'
import type { Overview, Sample } from './samples.ts'
import { type Point, Sparkline } from './sparkline.tsx'

type ChartProps = {
  label: string
  samples: Sample[]
  of: (overview: Overview) => number
  behind?: (overview: Overview) => number
  most?: number
  show: (value: number) => string
  beside?: string
}

function Chart({ label, samples, of, behind, most, show, beside }: ChartProps) {
  const t = useTexts().admin.overview
  const pointsOf = (pick: (overview: Overview) => number): Point[] =>
    samples.map(({ at, overview }) => ({ at, value: pick(overview) }))
  const points = pointsOf(of)
  const now = show(points.at(-1)?.value ?? 0)
  return (
    <div className={classes.card}>
      <div className={classes.label}>{label}</div>
      <div className={classes.value}>
        <strong>{now}</strong>
        {beside && <span className={classes.label}>{beside}</span>}
      </div>
      {points.length > 1 ? (
        <Sparkline
          label={`${label}: ${now}`}
          points={points}
          {...(behind && { behind: pointsOf(behind) })}
          {...(most !== undefined && { most })}
        />
      ) : (
        <div className={`${classes.spark} ${classes.label}`}>{t.noCourse}</div>
      )}
    </div>
  )
}

/** How this node does, with its last minutes. */
export function Charts({ samples, now }: { samples: Sample[]; now: Overview }) {
  const t = useTexts().admin.overview
  const { number, milliseconds, bytes, percent } = useUnits()
  const { requests, node, database } = now
  return (
    <div className={classes.charts}>
      <Chart
        label={t.requests}
        samples={samples}
        of={(overview) => overview.requests.perSecond}
        most={1}
        show={(value) => t.perSecond(number(value))}
        beside={
          requests.errorsPerSecond > 0
            ? t.errors(number(requests.errorsPerSecond))
            : t.inFlight(number(requests.inFlight))
        }
      />
      <Chart
        label={t.latency}
        samples={samples}
        of={(overview) => overview.requests.p99Ms}
        behind={(overview) => overview.requests.p50Ms}
        most={10}
        show={milliseconds}
        beside={t.half(milliseconds(requests.p50Ms))}
      />
      <Chart
        label={t.loop}
        samples={samples}
        of={(overview) => overview.node.eventLoopDelayMs.p99}
        behind={(overview) => overview.node.eventLoopDelayMs.p50}
        most={10}
        show={milliseconds}
        beside={t.half(milliseconds(node.eventLoopDelayMs.p50))}
      />
      <Chart
        label={t.memory}
        samples={samples}
        of={(overview) => overview.node.memoryBytes}
        show={bytes}
      />
      <Chart
        label={t.cpu}
        samples={samples}
        of={(overview) => overview.node.cpuPercent}
        most={100}
        show={percent}
      />
      <Chart
        label={t.connections}
        samples={samples}
        of={(overview) => overview.database.pool.used}
        most={database.pool.max}
        show={number}
        beside={[
          t.ofMax(number(database.pool.max)),
          database.pool.waiting > 0 && t.waiting(number(database.pool.waiting)),
        ]
          .filter(Boolean)
          .join(', ')}
      />
    </div>
  )
}
