import {
  type Icon,
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconPencil,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
  IconRobot,
} from '@tabler/icons-react'
import { LoadMore } from '../../../components/load-more.tsx'
import { Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { useNames } from '../../../fields/names.ts'
import { useList } from '../../../list.ts'
import { useTexts } from '../../../texts/index.ts'
import { useSteeringTexts } from '../../../texts/steering.ts'
import { useDuration } from '../time.ts'
import classes from './instance.module.css'
import type { Instance } from './instance-page.tsx'
import { type Line, type StoryEntry, toStory } from './story.ts'

const SIZE = 200

const ICONS: Record<string, Icon> = {
  start: IconPlayerPlay,
  submitted: IconCheck,
  due: IconClock,
  failed: IconAlertTriangle,
  'child.failed': IconAlertTriangle,
  interrupt: IconPlayerStop,
  change: IconPencil,
  retry: IconRepeat,
  restart: IconRepeat,
  skip: IconRepeat,
  version: IconRepeat,
}

/** What happened, step by step: who, when, how long it took, and where it went. */
export function Timeline({ of }: { of: Instance }) {
  const asked = useList(
    'bpm',
    'timeline',
    { params: { id: of.id }, input: { size: SIZE } },
    { rows: ({ lines }) => lines },
  )
  return (
    <Shown of={asked}>
      {() => (
        <>
          <Lines lines={asked.rows} of={of} />
          <LoadMore {...asked} />
        </>
      )}
    </Shown>
  )
}

function Lines({ lines, of }: { lines: Line[]; of: Instance }) {
  const t = useTexts().processes
  const names = useNames(
    'users',
    lines.map(({ actor }) => actor),
  )
  const variables = new Map(of.variables.map(({ code, name }) => [code, name]))
  const story = toStory(lines, {
    words: t.timeline,
    does: useSteeringTexts().modify.does,
    nameOf: (user) => names.get(user) ?? '',
    unnamed: t.instances.unnamed,
  })
  return (
    <ol className={classes.lines}>
      {story.map((line) => (
        <LineView key={line.seq} line={line} variables={variables} />
      ))}
    </ol>
  )
}

function LineView({ line, variables }: { line: StoryEntry; variables: Map<string, string> }) {
  const t = useTexts().processes.timeline
  const { long } = useDuration()
  const { event, sentence, seconds, at, quote, changed, modified, decided, passed, waits } = line
  const Icon = ICONS[event] ?? IconRobot
  return (
    <li className={classes.line}>
      <span className={classes.dot} data-wrong={event.endsWith('failed') || undefined}>
        <Icon size={13} stroke={1.8} aria-hidden />
      </span>
      <div className={classes.said}>
        {sentence}
        {seconds !== undefined && seconds >= 1 && ` ${t.took(long(seconds))}`}{' '}
        <span className={classes.time}>
          · <When at={at} />
        </span>
        {changed.length > 0 && (
          <div className={classes.steps}>
            {changed.map((code) => variables.get(code) ?? code).join(', ')}
          </div>
        )}
        {[...modified, ...decided].map((text) => (
          <div key={text} className={classes.steps}>
            {text}
          </div>
        ))}
        {quote && <p className={classes.quote}>{quote}</p>}
        {passed.length > 0 && (
          <div className={classes.steps}>
            {t.next}: {passed.join(' → ')}
          </div>
        )}
        {waits.length > 0 && (
          <div className={classes.steps}>
            {t.came}: <strong>{waits.join(', ')}</strong>
          </div>
        )}
      </div>
    </li>
  )
}
