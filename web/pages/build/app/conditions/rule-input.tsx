import { Button, Fieldset, JsonInput, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Field } from '../../../../fields/field.ts'
import { GroupEditor } from '../../../apps/filter/group-editor.tsx'
import { type Group, NOTHING } from '../../../apps/filter/model.ts'
import { conditionOperators, fromTree, type Tree, toTree } from '../../../apps/filter/tree.ts'
import { ConditionField } from '../../processes/controls/condition.tsx'
import { useBuildTexts } from '../../texts.ts'

export type Rule = boolean | string | Tree | undefined

type RuleInputProps = {
  label: string
  fields: Field[]
  value: Rule
  /** What is so without a condition. */
  without: { value: boolean | undefined; label: string }[]
  error?: string | undefined
  onChange: (rule: Rule) => void
}

const WHEN = 'when'

/** Never, always, or while a condition holds. */
export function RuleInput({ label, fields, value, without, error, onChange }: RuleInputProps) {
  const t = useBuildTexts().app.conditions
  const hasCondition = typeof value === 'string' || typeof value === 'object'
  const [isBegun, setBegun] = useState(false)
  const isOpen = hasCondition || isBegun
  const choose = (next: string | null) => {
    setBegun(next === WHEN)
    if (next !== WHEN) onChange(without.find((each) => String(each.value) === next)?.value)
  }
  return (
    <Stack gap={6}>
      <Select
        label={label}
        data={[
          ...without.map((each) => ({ value: String(each.value), label: each.label })),
          { value: WHEN, label: t.when },
        ]}
        value={isOpen ? WHEN : String(value)}
        allowDeselect={false}
        error={isOpen ? undefined : error}
        onChange={choose}
      />
      {isOpen && (
        <Fieldset legend={`${label}: ${t.when}`} variant="filled" p="xs">
          <ConditionInput fields={fields} value={value} onChange={onChange} />
          {error && (
            <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
              {error}
            </Text>
          )}
        </Fieldset>
      )}
    </Stack>
  )
}

type ConditionProps = Pick<RuleInputProps, 'fields' | 'value' | 'onChange'>

/** Put together of fields, or written by hand. */
export function ConditionInput({ fields, value, onChange }: ConditionProps) {
  const t = useBuildTexts().app.conditions
  const isText = typeof value === 'string'
  const [isWritten, setWritten] = useState(isText)
  const known = typeof value === 'object' ? fromTree(value, fields) : undefined
  const [begun, setBegun] = useState<Group>(known ?? { ...NOTHING, parts: [] })
  if (isText || isWritten) {
    return (
      <>
        <ConditionField
          label={t.expression}
          hint={t.expressionHint}
          value={isText ? value : ''}
          onChange={(text) => onChange(text.trim() || undefined)}
        />
        {!isText && (
          <Button variant="subtle" size="compact-xs" onClick={() => setWritten(false)}>
            {t.build}
          </Button>
        )}
      </>
    )
  }
  if (typeof value === 'object' && !known) return <TreeInput value={value} onChange={onChange} />
  const change = (group: Group) => {
    setBegun(group)
    onChange(toTree(group, fields))
  }
  return (
    <>
      <GroupEditor
        group={begun}
        fields={fields}
        operatorsOf={conditionOperators}
        onChange={change}
      />
      {value === undefined && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => setWritten(true)}>
          {t.write}
        </Button>
      )}
    </>
  )
}

/** A tree that the rows above cannot show stays as it is. */
function TreeInput({ value, onChange }: { value: Tree; onChange: (tree: Tree) => void }) {
  const t = useBuildTexts()
  const [typed, setTyped] = useState(() => JSON.stringify(value, null, 2))
  const keep = () => {
    try {
      onChange(JSON.parse(typed) as Tree)
    } catch {
      // The input says that it is no JSON.
    }
  }
  return (
    <JsonInput
      label={t.app.conditions.tree}
      validationError={t.schema.notJson}
      autosize
      minRows={2}
      value={typed}
      onChange={setTyped}
      onBlur={keep}
    />
  )
}
