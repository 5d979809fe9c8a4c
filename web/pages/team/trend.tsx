import classes from './team.module.css'

type TrendProps = {
  label: string
  /** Week by week; null where there is nothing to tell. */
  values: readonly (number | null)[]
  /** What the newest one says in words. */
  last: string
  isBars?: boolean
}

const [WIDTH, HEIGHT] = [96, 24]

/** Weeks as bars from nothing, or as a line. */
export function Trend({ label, values, last, isBars = false }: TrendProps) {
  const most = Math.max(...values.map((value) => value ?? 0), Number.MIN_VALUE)
  const step = WIDTH / values.length
  const points = values.flatMap((value, at) =>
    value === null ? [] : [{ x: at * step, height: Math.max((value / most) * (HEIGHT - 4), 1) }],
  )
  return (
    <span className={classes.trend}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {isBars ? (
          points.map(({ x, height }) => (
            <rect key={x} x={x + 1} y={HEIGHT - height} width={step - 2} height={height} />
          ))
        ) : (
          <>
            <polyline
              points={points.map(({ x, height }) => `${x + step / 2},${HEIGHT - height}`).join(' ')}
            />
            {points.slice(-1).map(({ x, height }) => (
              <circle key={x} cx={x + step / 2} cy={HEIGHT - height} r={2.5} />
            ))}
          </>
        )}
      </svg>
      {last}
    </span>
  )
}
