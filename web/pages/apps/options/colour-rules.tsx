import { ActionIcon, Button, Fieldset, Group, Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Tag } from '../../../components/tag.tsx'
import type { Field } from '../../../fields/field.ts'
import { GroupEditor } from '../filter/group-editor.tsx'
import { NOTHING } from '../filter/model.ts'
import { conditionOperators } from '../filter/tree.ts'
import type { ColourRule } from '../table/view.ts'
import { useViewTexts, type ViewTexts } from '../view-texts.ts'

type Hue = keyof ViewTexts['options']['hues']

type ColourRulesProps = {
  fields: Field[]
  rules: ColourRule[]
  onChange: (rules: ColourRule[]) => void
}

/** Conditions with a colour each, in the order in which they are asked. */
export function ColourRules({ fields, rules: given, onChange }: ColourRulesProps) {
  const t = useViewTexts().options
  // Conditions that are only begun stay here; the address gets what asks something.
  const [rules, setRules] = useState(given)
  const hues = Object.entries(t.hues) as [Hue, string][]
  const keep = (next: ColourRule[]) => {
    setRules(next)
    onChange(next)
  }
  return (
    <Fieldset legend={t.colours} variant="filled" p="xs">
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name but their position
        <div key={at}>
          <Group gap={6} wrap="nowrap" mb={6}>
            <Select
              size="xs"
              flex={1}
              aria-label={t.colour}
              data={hues.map(([value, label]) => ({ value, label }))}
              renderOption={({ option }) => (
                <Tag isBare hue={option.value}>
                  {option.label}
                </Tag>
              )}
              value={rule.colour}
              allowDeselect={false}
              onChange={(colour) => colour && keep(rules.with(at, { ...rule, colour }))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.removeColour}
              onClick={() => keep(rules.toSpliced(at, 1))}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
          <GroupEditor
            group={rule.when}
            fields={fields}
            operatorsOf={conditionOperators}
            onChange={(when) => keep(rules.with(at, { ...rule, when }))}
          />
        </div>
      ))}
      <Button
        mt="xs"
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setRules([...rules, { colour: 'red', when: NOTHING }])}
      >
        {t.addColour}
      </Button>
    </Fieldset>
  )
}
