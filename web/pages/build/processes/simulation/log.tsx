import type { Model } from '../../../../../src/engine/model.ts'
import { useBuildTexts } from '../../texts.ts'
import type { Line } from './play.ts'
import classes from './simulation.module.css'

/** What happened, step by step. */
export function Log({ lines, model }: { lines: readonly Line[]; model: Model }) {
  const say = useLine(model)
  return (
    <ol className={classes.log}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a log only grows at its end
        <li key={at}>{say(line)}</li>
      ))}
    </ol>
  )
}

function useLine({ nodes }: Model): (line: Line) => string {
  const t = useBuildTexts().processes.simulation
  const nameOf = (id: string) => nodes[id]?.name || id
  return (line) => {
    if (line.kind === 'ended') return t.ended(line.state)
    const name = nameOf(line.element)
    if (line.kind === 'incident') return t.raised(name, line.text)
    if (line.kind === 'entered') return t.entered(name)
    return line.kind === 'left' ? t.completed(name) : t.cancelled(name)
  }
}
