import classes from './overview.module.css'
import { WINDOW } from './samples.ts'

export type Point = { at: number; value: number }

const HEIGHT = 32
const WIDTH = 200

type SparklineProps = { label: string; points: Point[]; behind?: Point[]; most?: number }

/** The last minutes as a line; a second, fainter one may stand behind it. */
export function Sparkline({ label, points, behind = [], most = 0 }: SparklineProps) {
  const end = points.at(-1)?.at ?? 0
  const highest = Math.max(most, ...points.map(({ value }) => value), Number.MIN_VALUE)
  const toPoint = ({ at, value }: Point) => {
    const x = WIDTH * (1 - (end - at) / WINDOW)
    const y = HEIGHT - 1 - (HEIGHT - 3) * Math.min(value / highest, 1)
    return `${x.toFixed(1)},${y.toFixed(1)}`
  }
  const line = points.map(toPoint)
  const first = line[0]?.split(',')[0]
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon
        className={classes.area}
        points={`${first},${HEIGHT} ${line.join(' ')} ${WIDTH},${HEIGHT}`}
      />
      <polyline className={classes.behind} points={behind.map(toPoint).join(' ')} />
      <polyline className={classes.line} points={line.join(' ')} />
    </svg>
  )
}
