import { ActionIcon, Button, Fieldset, Group, Select, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { Tag } from '../../../components/tag.tsx'
import { useViewTexts } from '../view-texts.ts'

type ColourListProps<Rule extends { colour: string }> = {
  rules: readonly Rule[]
  /** A rule that somebody has only begun; it is not told before it is changed. */
  begin: (colour: string) => Rule
  onChange: (rules: Rule[]) => void
  error?: string | undefined
  /** When a rule holds. */
  children: (rule: Rule, onChange: (rule: Rule) => void) => ReactNode
}

/** Conditions with a colour each, in the order in which they are asked. */
export function ColourList<Rule extends { colour: string }>(props: ColourListProps<Rule>) {
  const { rules: given, begin, onChange, error, children } = props
  const t = useViewTexts().options
  const [rules, setRules] = useState([...given])
  const hues = Object.entries(t.hues).map(([value, label]) => ({ value, label }))
  const keep = (next: Rule[]) => {
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
              data={hues}
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
          {children(rule, (next) => keep(rules.with(at, next)))}
        </div>
      ))}
      <Button
        mt="xs"
        variant="subtle"
        size="compact-xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={() => setRules([...rules, begin('red')])}
      >
        {t.addColour}
      </Button>
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  )
}
