import { Anchor, Code, Table, Text, Title } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Page } from '../../../components/page.tsx'
import { Shown } from '../../../components/states.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from './decisions.module.css'

type Decision = ReplyOf<'decisions', 'get'>['decision']
type DecisionTable = Decision['tables'][number]
type Logic = Decision['decisions'][number]

/** What a decision is made of: its tables, as people read them. */
export function DecisionPage() {
  const t = useTexts().processes
  const { namespace = '', code = '' } = useParams()
  const asked = useApi('decisions', 'get', { params: { namespace, code } })
  const above = (
    <Anchor component={Link} to={links.decisions} size="sm">
      {t.tabs.decisions}
    </Anchor>
  )
  return (
    <Page title={asked.data?.decision.name ?? ''} above={above}>
      <Shown of={asked}>{({ decision }) => <Parts of={decision} />}</Shown>
    </Page>
  )
}

function Parts({ of }: { of: Decision }) {
  const t = useTexts().processes.decisions
  // What is asked for comes first, then what it needs.
  const parts = of.decisions.toSorted(
    (one, other) => Number(other.decision === of.decision) - Number(one.decision === of.decision),
  )
  return (
    <>
      <Text size="sm" c="var(--quiet)">
        {[of.description, t.version(of.version)].filter(Boolean).join(' · ')}
      </Text>
      {parts.map((part) => (
        <Part
          key={part.decision}
          part={part}
          table={of.tables.find(({ decision }) => decision === part.decision)}
        />
      ))}
    </>
  )
}

function Part({ part, table }: { part: Logic; table: DecisionTable | undefined }) {
  const t = useTexts().processes.decisions
  return (
    <section className={classes.part} aria-label={part.name}>
      <Title order={2}>{part.name}</Title>
      {part.needs.length > 0 && (
        <Text size="sm" c="var(--quiet)">
          {t.needs}: {part.needs.join(', ')}
        </Text>
      )}
      {table ? <Rules of={table} /> : <Code block>{part.text || part.kind}</Code>}
    </section>
  )
}

function Rules({ of }: { of: DecisionTable }) {
  const t = useTexts().processes.decisions
  const policy = [of.hitPolicy, of.aggregation].filter(Boolean).join(' ')
  return (
    <div className={classes.scroll}>
      <Table withTableBorder withColumnBorders>
        <Table.Caption>{policy}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.rule}</Table.Th>
            {of.inputs.map(({ label, expression }) => (
              <Table.Th key={expression} title={expression}>
                {label}
              </Table.Th>
            ))}
            {of.outputs.map(({ label, name }) => (
              <Table.Th key={name} className={classes.output}>
                {label || name || of.name}
              </Table.Th>
            ))}
            {of.notes.map((note) => (
              <Table.Th key={note}>{note || t.note}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {of.rules.map(({ when, results, notes }, row) => (
            <Table.Tr key={[row, ...when].join('|')}>
              <Table.Td>{row + 1}</Table.Td>
              <Cells texts={when} />
              <Cells texts={results} className={classes.output} />
              <Cells texts={notes} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** An empty cell holds for every value. */
function Cells({ texts, className }: { texts: string[]; className?: string | undefined }) {
  return texts.map((text, column) => (
    <Table.Td key={[column, text].join('|')} {...(className && { className })}>
      {text || '–'}
    </Table.Td>
  ))
}
