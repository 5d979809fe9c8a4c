import { ActionIcon, Button, Fieldset, Group, Select, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { usePageTexts } from '../../pages/texts.ts'
import { useBuildTexts } from '../../texts.ts'
import { ConditionInput, type Rule } from '../conditions/rule-input.tsx'
import type { OwnSettingProps } from './own-setting.ts'

const COLOURS = ['red', 'orange', 'yellow', 'green', 'blue', 'violet', 'gray'] as const

type ColourRule = { when?: Rule; colour: string }

/** The colours of items by a condition. A rule without a condition is not part of the file yet. */
export function ColoursInput({ value, error, onChange, fields }: OwnSettingProps) {
  const t = usePageTexts()
  const remove = useBuildTexts().app.fields.remove
  const [rules, setRules] = useState((value ?? []) as ColourRule[])
  const keep = (next: ColourRule[]) => {
    setRules(next)
    const complete = next.filter(({ when }) => when !== undefined)
    onChange(complete.length > 0 ? complete : undefined)
  }
  return (
    <Fieldset legend={t.settings.colours} variant="filled" p="xs">
      {rules.map((rule, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rules have no name but their position
        <div key={at}>
          <Group gap={6} wrap="nowrap" align="end" mb={6}>
            <Select
              size="xs"
              flex={1}
              label={t.settings.colour}
              data={COLOURS.map((each) => ({ value: each, label: t.options[each] }))}
              value={rule.colour}
              allowDeselect={false}
              onChange={(colour) => colour && keep(rules.with(at, { ...rule, colour }))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={remove(t.settings.colour)}
              onClick={() => keep(rules.toSpliced(at, 1))}
            >
              <IconX size={14} />
            </ActionIcon>
          </Group>
          <ConditionInput
            fields={fields}
            value={rule.when}
            onChange={(when) => keep(rules.with(at, { ...rule, when }))}
          />
        </div>
      ))}
      <Button
        mt="xs"
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setRules([...rules, { colour: COLOURS[0] }])}
      >
        {t.settings.colour}
      </Button>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  )
}
