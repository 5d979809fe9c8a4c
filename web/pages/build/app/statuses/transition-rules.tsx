import { Accordion, Button, Checkbox, SegmentedControl, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { settingAt } from '../../schema/setting.ts'
import { useBuildTexts } from '../../texts.ts'
import { useStatusChoices } from '../names.ts'
import type { StatusPartProps } from '../part.ts'
import { isAllowed, type Status, type Transition, toggleWay } from '../transitions.ts'
import { useSubjects } from '../use-subjects.ts'
import { Rule } from './rule.tsx'
import classes from './statuses.module.css'

const AT = ['transitions']

/** Every way, or only some: as a table of ways, and as the rules that make them. */
export function Transitions(props: StatusPartProps) {
  const t = useBuildTexts().app.statuses
  const { draft, file, groups } = props
  const rules = (settingAt({ draft, file, at: AT }) ?? []) as Transition[]
  const statuses = groups.flatMap((group) => group.statuses ?? [])
  const choose = (mode: string) =>
    draft.set(file, AT, mode === 'some' ? inTurn(statuses) : undefined)
  return (
    <>
      <SegmentedControl
        size="xs"
        mb="xs"
        aria-label={t.transitions}
        data={[
          { value: 'every', label: t.everyWay },
          { value: 'some', label: t.someWays },
        ]}
        value={rules.length > 0 ? 'some' : 'every'}
        onChange={choose}
      />
      {rules.length > 0 && (
        <>
          <Text size="sm" c="var(--quiet)" mb="xs">
            {t.matrixHint}
          </Text>
          <Matrix {...props} rules={rules} statuses={statuses} />
          <RuleList {...props} rules={rules} />
        </>
      )}
    </>
  )
}

/** A beginning: one after the other. */
const inTurn = (statuses: Status[]): Transition[] =>
  statuses.slice(1).map(({ code }, index) => ({ from: statuses[index]?.code ?? '', to: code }))

type MatrixProps = StatusPartProps & { rules: Transition[]; statuses: Status[] }

function Matrix({ draft, file, groups, rules, statuses }: MatrixProps) {
  const t = useBuildTexts().app.statuses
  const toggle = (from: string, to: string) => {
    const next = toggleWay(groups, rules, { from, to })
    draft.set(file, AT, next.length > 0 ? next : undefined)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={classes.scroll} tabIndex={0} aria-label={t.matrix}>
      <table className={classes.matrix} aria-label={t.matrix}>
        <thead>
          <tr>
            <th scope="col">{t.fromTo}</th>
            {statuses.map(({ code, name }) => (
              <th key={code} scope="col">
                {name || code}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {statuses.map((from) => (
            <tr key={from.code}>
              <th scope="row">{from.name || from.code}</th>
              {statuses.map((to) => (
                <td key={to.code}>
                  {from.code !== to.code && (
                    <Checkbox
                      size="xs"
                      aria-label={t.way(from.name || from.code, to.name || to.code)}
                      checked={isAllowed(groups, rules, { from: from.code, to: to.code })}
                      onChange={() => toggle(from.code, to.code)}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Who may go a way, and what must be filled in before. */
function RuleList(props: StatusPartProps & { rules: Transition[] }) {
  const t = useBuildTexts().app.statuses
  const { draft, file, rules, groups } = props
  const names = new Map(useStatusChoices(props).map(({ value, label }) => [value, label]))
  const subjects = useSubjects(draft)
  const said = (codes: string | string[]) =>
    [codes]
      .flat()
      .map((code) => names.get(code) ?? code)
      .join(', ')
  const first = groups[0]?.statuses?.[0]?.code ?? ''
  return (
    <>
      <Accordion variant="contained" mt="md" chevronPosition="left">
        {rules.map((rule, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no other name than its place
          <Accordion.Item key={index} value={`${index}`}>
            <Accordion.Control>
              <Text span size="sm" fw={500}>
                {said(rule.from)} → {said(rule.to)}
              </Text>
              {rule.by && (
                <Text span size="xs" c="var(--quiet)">
                  {' · '}
                  {rule.by.map(subjects.nameOf).join(', ')}
                </Text>
              )}
            </Accordion.Control>
            <Accordion.Panel>
              <Rule {...props} at={[...AT, index]} keys={KEYS} subjects={subjects} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      <Button
        mt="xs"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() =>
          draft.edit([
            { file, op: 'insert', at: [...AT, rules.length], value: { from: '*', to: first } },
          ])
        }
      >
        {t.addRule}
      </Button>
    </>
  )
}

const KEYS = { statuses: ['from', 'to'], fields: 'requires', subjects: 'by' } as const
