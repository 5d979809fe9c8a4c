import { Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReplyOf } from '../../../client.ts'
import { Tag } from '../../../components/tag.tsx'
import { useLanguage } from '../../../texts/index.ts'
import { useTold, useWhat } from '../../../texts/told.ts'
import { useTexts } from '../texts.ts'
import {
  type Change,
  calledIn,
  type Difference,
  tellDifference,
  type Vocabulary,
} from './in-words.ts'
import classes from './solutions.module.css'
import { useLines, useVocabulary } from './use-words.ts'

export type Plan = ReplyOf<'solutions', 'plan'>['plan']

const ACTIONS = ['create', 'update', 'delete', 'unchanged'] as const
/** What would be different afterwards, in the order: what goes, what changes, what comes. */
const ORDER: Change['action'][] = ['delete', 'update', 'create']

export function PlanView({ plan }: { plan: Plan }) {
  const t = useTexts().admin.solutions
  const told = useTold()
  const changes = ORDER.flatMap((action) => plan.changes.filter((each) => each.action === action))
  const isSame = changes.length === 0 && plan.effects.length === 0
  return (
    <>
      <Counts plan={plan} />
      {plan.warnings.length > 0 && (
        <Words
          title={t.warnings}
          words={plan.warnings.map(({ path, message }) => `${path} ${told(message)}`)}
        />
      )}
      {isSame && <Text mb="md">{plan.files.length > 0 ? t.onlyFiles : t.nothing}</Text>}
      {changes.map((change) => (
        <ChangeView key={`${change.kind} ${change.namespace} ${change.code}`} change={change} />
      ))}
      {plan.effects.length > 0 && <Words title={t.effects} words={plan.effects.map(told)} />}
      {plan.files.length > 0 && (
        <details>
          <summary>{t.files(plan.files.length)}</summary>
          <ul className={classes.words}>
            {plan.files.map(({ path, action }) => (
              <li key={path}>
                {path}: {t.actions[action].toLowerCase()}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Counts({ plan }: { plan: Plan }) {
  const t = useTexts().admin.solutions
  const counts = ACTIONS.map((action) => ({
    action,
    count: plan.changes.filter((change) => change.action === action).length,
  }))
  return (
    <Text mb="sm" component="div">
      {counts
        .filter(({ count }) => count > 0)
        .map(({ action, count }) => (
          <span key={action}>
            <Tag state={action}>{t.counts[action](count)}</Tag>{' '}
          </span>
        ))}
    </Text>
  )
}

type Shown = Omit<Change, 'isDestructive' | 'data' | 'blockers'> & Partial<Change>

/** What is different about one definition; of a plan, also what happens to its data. */
export function ChangeView({ change }: { change: Shown }) {
  const t = useTexts().admin
  const language = useLanguage()
  const words = useVocabulary(change.names)
  const lineOf = useLines(change.names)
  const { kind, namespace, code, action, path, isDestructive, differences } = change
  const { blockers = [] } = change
  const data = (change.data ?? []).filter((line) => !isTold(line))
  const name = change.name && calledIn(change.name, language)
  const word = (t.objects as Record<string, string>)[kind] ?? kind
  const full = namespace === '' || namespace === 'global' ? code : `${namespace}/${code}`
  return (
    <article
      className={classes.change}
      data-action={action}
      data-destructive={isDestructive || undefined}
    >
      <div className={classes.top}>
        <Tag state={action}>{t.solutions.actions[action]}</Tag>
        <span className={classes.name}>
          {word} {name ? t.solutions.called(name) : full}
        </span>
        {!name && (
          <Text component="span" size="xs" c="var(--quiet)">
            {path}
          </Text>
        )}
      </div>
      {name && (
        <details>
          <summary>{t.solutions.details}</summary>
          <Text size="xs" c="var(--quiet)">
            {full} · {path}
          </Text>
        </details>
      )}
      {differences.length > 0 && (
        <dl className={classes.differences}>
          {differences.map((each) => (
            <DifferenceView key={`${each.what} ${each.text}`} difference={each} words={words} />
          ))}
        </dl>
      )}
      {data.length > 0 && <Words title={t.solutions.dataTitle} words={data.map(lineOf)} />}
      {blockers.length > 0 && <Blockers blockers={blockers} lineOf={lineOf} />}
    </article>
  )
}

/** New fields and apps are told already; what there is stays as it is. */
const isTold = (line: string) => line === 'table created' || /^column for ".*" added$/.test(line)

type DifferenceProps = { difference: Difference; words: Vocabulary }

function DifferenceView({ difference, words }: DifferenceProps) {
  const t = useTexts().admin.solutions
  const whatOf = useWhat()
  const told = tellDifference(difference, words) ?? {
    what: whatOf(difference.what),
    said: words.texts.changes.changed,
  }
  return (
    <>
      <dt>{told.what}</dt>
      <dd>
        {'said' in told ? (
          told.said
        ) : (
          <>
            <span className={`${classes.side} ${told.before === null ? '' : classes.before}`}>
              {told.before ?? t.wasNothing}
            </span>
            <IconArrowRight size={12} stroke={1.6} aria-hidden />
            <span className={`${classes.side} ${told.after === null ? '' : classes.after}`}>
              {told.after ?? t.actions.delete.toLowerCase()}
            </span>
          </>
        )}
      </dd>
    </>
  )
}

function Words({ title, words }: { title: string; words: string[] }) {
  return (
    <div>
      <Title order={3} mt="xs" fz="sm">
        {title}
      </Title>
      <ul className={classes.words}>
        {words.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </div>
  )
}

type BlockersProps = { blockers: Change['blockers']; lineOf: (line: string) => string }

function Blockers({ blockers, lineOf }: BlockersProps) {
  const t = useTexts().admin.solutions
  return (
    <div>
      <Title order={3} mt="xs" fz="sm">
        {t.blockers}
      </Title>
      <ul className={classes.words}>
        {blockers.map(({ text, rows }) => (
          <li key={text}>
            {lineOf(text)}
            {rows.length > 0 && (
              <Text size="xs" c="var(--quiet)">
                {t.rows} {rows.map(({ id, value }) => value ?? id.slice(-8)).join(', ')}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
