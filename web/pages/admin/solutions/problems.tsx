import { Alert } from '@mantine/core'
import { ClientError } from '../../../../src/client/client.ts'
import { Failure } from '../../../components/states.tsx'
import { useTold } from '../../../texts/told.ts'
import { useTexts } from '../texts.ts'
import type { File_ } from './folder.ts'
import classes from './solutions.module.css'

const PLACE = /^(.*):(\d+):(\d+)$/

type ProblemsProps = { error: unknown; files: File_[] }

/** What is wrong with the files, each mistake beside the line it is in. */
export function Problems({ error, files }: ProblemsProps) {
  const t = useTexts().admin.solutions
  const details = error instanceof ClientError ? error.details : []
  const placed = details.filter(({ path }) => PLACE.test(path))
  if (placed.length === 0) return <Failure error={error} />
  return (
    <Alert color="red" variant="light" title={t.mistakes(placed.length)}>
      <div>{t.mistakesHint}</div>
      {placed.map(({ path, message }) => (
        <Problem key={`${path} ${message}`} path={path} message={message} files={files} />
      ))}
    </Alert>
  )
}

type ProblemProps = { path: string; message: string; files: File_[] }

function Problem({ path, message, files }: ProblemProps) {
  const t = useTexts().admin.solutions
  const told = useTold()
  const [, name = '', line = '', column = ''] = PLACE.exec(path) ?? []
  const file = files.find((each) => each.path === name)
  const text = file && 'content' in file ? file.content.split('\n')[Number(line) - 1] : undefined
  return (
    <div className={classes.problem}>
      <div className={classes.location}>
        <strong>{name}</strong>
        <span>{t.location(line, column)}</span>
      </div>
      <div>{told(message)}</div>
      {text !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <pre className={classes.code} tabIndex={0}>
          <span className={classes.number}>{line} │ </span>
          {text}
          {'\n'}
          {' '.repeat(line.length + 2 + Number(column))}
          <span className={classes.caret} aria-hidden>
            ^
          </span>
        </pre>
      )}
    </div>
  )
}
