import type { Model } from '../../../../../src/engine/model.ts'
import type { Line } from '../../../../../src/engine/play.ts'
import { useBuildTexts } from '../../texts.ts'
import classes from './simulation.module.css'

/** What happened, step by step. */
export function Log({ lines, model }: { lines: readonly Line[]; model: Model }) {
  const say = useLine(model)
  return (
    <ol className={classes.log}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows at its end
        <li key={at}>
          {isLater(lines, at) && <span className={classes.quiet}>{shortTime(line.at)} </span>}
          {say(line)}
        </li>
      ))}
    </ol>
  )
}

/** A time is told where it is another one than that of the line before. */
const isLater = (lines: readonly Line[], at: number) => lines[at]?.at !== lines[at - 1]?.at

const shortTime = (at: string) => at.slice(0, 16).replace('T', ' ')

function useLine({ nodes }: Model): (line: Line) => string {
  const t = useBuildTexts().processes.simulation
  const nameOf = (id: string) => nodes[id]?.name || id
  return (line) => {
    if (line.kind === 'ended') return t.ended(line.text)
    const name = nameOf(line.element)
    if (line.kind === 'timer') return t.armed(name, shortTime(line.due))
    if ('text' in line) {
      return line.kind === 'incident'
        ? t.raised(name, line.text)
        : t.told[line.kind](name, line.text)
    }
    if (line.kind === 'entered') return t.entered(name)
    return line.kind === 'left' ? t.completed(name) : t.cancelled(name)
  }
}
