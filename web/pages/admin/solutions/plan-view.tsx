import { Text, Title } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import type { ReplyOf } from '../../../client.ts'
import { Tag } from '../../../components/tag.tsx'
import { useTold, useWhat } from '../../../texts/told.ts'
import { useTexts } from '../texts.ts'
import classes from './solutions.module.css'

export type Plan = ReplyOf<'solutions', 'plan'>['plan']
type Change = Plan['changes'][number]
type Difference = Change['differences'][number]

const ACTIONS = ['create', 'update', 'delete', 'unchanged'] as const
/** What would be different afterwards, in the order: what goes, what changes, what comes. */
const ORDER: Change['action'][] = ['delete', 'update', 'create']

type PlanProps = {
  plan: Plan
  /** What people call a definition, by its file. */
  nameOf?: (path: string) => string | undefined
}

export function PlanView({ plan, nameOf }: PlanProps) {
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
        <ChangeView
          key={`${change.kind} ${change.namespace} ${change.code}`}
          change={change}
          name={nameOf?.(change.path)}
        />
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
export function ChangeView({ change, name }: { change: Shown; name?: string | undefined }) {
  const t = useTexts().admin
  const told = useTold()
  const { kind, namespace, code, action, path, isDestructive, differences } = change
  const { data = [], blockers = [] } = change
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
            <DifferenceView key={`${each.what} ${each.text}`} difference={each} />
          ))}
        </dl>
      )}
      {data.length > 0 && <Words title={t.solutions.dataTitle} words={data.map(told)} />}
      {blockers.length > 0 && <Blockers blockers={blockers} />}
    </article>
  )
}

function DifferenceView({ difference }: { difference: Difference }) {
  const {
    admin: { solutions: t },
    frame: { values },
  } = useTexts()
  const [told, whatOf] = [useTold(), useWhat()]
  const textOf = (value: unknown) => {
    if (typeof value === 'boolean') return value ? values.yes : values.no
    return typeof value === 'string' ? value : JSON.stringify(value, null, 1).replace(/\n\s*/g, ' ')
  }
  const { what, before, after, text } = difference
  // What comes or goes as a whole is told in words; its settings would fill the page.
  const isWhole = (before === null || after === null) && typeof (before ?? after) === 'object'
  return (
    <>
      <dt>{whatOf(what)}</dt>
      <dd>
        {isWhole ? (
          told(text)
        ) : (
          <>
            <span className={`${classes.side} ${before === null ? '' : classes.before}`}>
              {before === null ? t.wasNothing : textOf(before)}
            </span>
            <IconArrowRight size={12} stroke={1.6} aria-hidden />
            <span className={`${classes.side} ${after === null ? '' : classes.after}`}>
              {after === null ? t.actions.delete.toLowerCase() : textOf(after)}
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

function Blockers({ blockers }: { blockers: Change['blockers'] }) {
  const t = useTexts().admin.solutions
  const told = useTold()
  return (
    <div>
      <Title order={3} mt="xs" fz="sm">
        {t.blockers}
      </Title>
      <ul className={classes.words}>
        {blockers.map(({ text, rows }) => (
          <li key={text}>
            {told(text)}
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
