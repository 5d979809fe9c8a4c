import { Link } from 'react-router'
import { useDates } from '../../components/when.tsx'
import classes from './team.module.css'

type CountLinkProps = { count: number; to: string; label: string; isBad?: boolean }

/** A number that leads to what it counts; nothing leads nowhere. */
export function CountLink({ count, to, label, isBad = false }: CountLinkProps) {
  const { number } = useDates()
  if (count === 0) return <span className={classes.zero}>0</span>
  return (
    <Link
      to={to}
      className={`link ${classes.count}`}
      aria-label={`${label}, ${number(count)}`}
      data-bad={isBad || undefined}
    >
      {number(count)}
    </Link>
  )
}
