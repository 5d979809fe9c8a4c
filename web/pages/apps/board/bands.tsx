import type { CSSProperties } from 'react'
import classes from './board.module.css'
import { Cards } from './cell.tsx'
import { ColumnHead } from './column-head.tsx'
import type { BoardParts } from './parts.ts'

type BandsProps = BoardParts & { bands: { code: string; name: string }[] }

/** The columns beside each other, those of a group of statuses under its name. */
export function Bands({ bands, columns, ...parts }: BandsProps) {
  const groups = (bands.length > 0 ? bands : [{ code: '', name: '' }])
    .map((band) => ({ ...band, inside: columns.filter((column) => column.band === band.code) }))
    .filter(({ inside }) => inside.length > 0)
  return (
    <div className={classes.board}>
      {groups.map(({ code, name, inside }) => (
        <div
          key={code}
          className={classes.group}
          style={{ '--columns': inside.length } as CSSProperties}
        >
          {groups.length > 1 && <p className={classes.band}>{name}</p>}
          <div className={classes.statuses}>
            {inside.map((column) => (
              <section
                key={column.word}
                className={classes.column}
                aria-label={column.name}
                data-refused={parts.hindranceOf(column).refusal !== undefined || undefined}
              >
                <ColumnHead {...parts} column={column} />
                <Cards {...parts} cell={{ column }} />
              </section>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
