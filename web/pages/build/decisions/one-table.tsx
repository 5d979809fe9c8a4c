import { Alert, Button, Group, Select, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Problem } from '../draft/types.ts'
import type { Draft } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'
import { AddColumn } from './add-column.tsx'
import classes from './decisions.module.css'
import * as edits from './edits.ts'
import { problemsOf } from './problems.ts'
import { RuleGrid } from './rule-grid.tsx'
import type { Table } from './table.ts'

type TableEditorProps = {
  draft: Draft
  dmn: string
  table: Table
  /** Which table of the file it is. */
  at: number
  problems: readonly Problem[]
}

/** One decision table: its policy, its rules, and what the server says about them. */
export function TableEditor({ draft, dmn, table, at, problems }: TableEditorProps) {
  const t = useBuildTexts().decisions
  const [adding, setAdding] = useState<'inputs' | 'outputs'>()
  // The text as it is now: two changes in a row are both kept.
  const change = (edit: edits.TableEdit) => {
    const before = draft.read(dmn)?.text ?? ''
    const text = edits.editTable(before, at, edit)
    if (text !== before) draft.edit([{ file: dmn, op: 'write', text }])
  }
  const { byElement, others } = problemsOf(table, problems)
  return (
    <section className={classes.table} aria-label={table.name}>
      <Group justify="space-between" align="end">
        <Title order={2}>{table.name}</Title>
        <Select
          size="xs"
          w={360}
          maw="100%"
          label={t.policy}
          allowDeselect={false}
          data={Object.entries(t.policies).map(([value, label]) => ({ value, label }))}
          value={[table.hitPolicy, table.aggregation].filter(Boolean).join(' ')}
          onChange={(policy) => policy && change(edits.setHitPolicy(policy))}
        />
      </Group>
      {others.length > 0 && (
        <Alert color="red" variant="light" role="alert">
          {others.map((message) => (
            <div key={message}>{message}</div>
          ))}
        </Alert>
      )}
      <RuleGrid table={table} problems={byElement} onChange={change} />
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconPlus size={14} stroke={1.6} />}
          onClick={() => change(edits.addRule(table.rules.length - 1))}
        >
          {t.addRule}
        </Button>
        <Button variant="default" onClick={() => setAdding('inputs')}>
          {t.addInput}
        </Button>
        <Button variant="default" onClick={() => setAdding('outputs')}>
          {t.addOutput}
        </Button>
        <Text size="xs" c="var(--quiet)">
          {t.keys}
        </Text>
      </Group>
      {adding && (
        <AddColumn
          part={adding}
          onAdd={(column) =>
            change(adding === 'inputs' ? edits.addInput(column) : edits.addOutput(column))
          }
          onClose={() => setAdding(undefined)}
        />
      )}
    </section>
  )
}
