import { Collapse, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBuildTexts } from '../../texts.ts'
import { fromText } from '../from-text.ts'
import classes from './controls.module.css'
import { type FieldProps, LinesField } from './texts.tsx'

/** A condition, and what it says about values that one tries. */
export function ConditionField(props: FieldProps) {
  const t = useBuildTexts().processes.attempt
  const [isOpen, setOpen] = useState(false)
  return (
    <Stack gap={4}>
      <LinesField {...props} />
      {props.value !== '' && (
        <>
          <UnstyledButton
            className={classes.quiet}
            aria-expanded={isOpen}
            onClick={() => setOpen((is) => !is)}
          >
            {isOpen ? '▾' : '▸'} {t.action}
          </UnstyledButton>
          <Collapse expanded={isOpen}>{isOpen && <Attempt text={props.value} />}</Collapse>
        </>
      )}
    </Stack>
  )
}

function Attempt({ text }: { text: string }) {
  const t = useBuildTexts().processes.attempt
  const [given, setGiven] = useState<Record<string, string>>({})
  const { data } = useQuery({
    queryKey: ['try a condition', text, given],
    queryFn: () => tryCondition(text, given),
    placeholderData: (last) => last,
  })
  return (
    <Stack gap={4}>
      {data?.names.map((name) => (
        <TextInput
          key={name}
          size="xs"
          label={t.value(name)}
          value={given[name] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setGiven((all) => ({ ...all, [name]: value }))
          }
        />
      ))}
      {data && (
        <Text size="xs" role="status" c={data.error ? 'var(--mantine-color-error)' : 'inherit'}>
          {data.error ?? (data.holds ? t.holds : t.fails)}
        </Text>
      )}
    </Stack>
  )
}

/** With the engine itself, which is loaded when somebody tries. */
async function tryCondition(text: string, given: Record<string, string>) {
  const { compileCondition, expressions } = await import(
    '../../../../../src/engine/expressions/expression.ts'
  )
  try {
    const { names } = compileCondition(text)
    const values = Object.fromEntries(names.map((name) => [name, fromText(given[name])]))
    try {
      return { names, holds: expressions().holds(text, values) }
    } catch (error) {
      return { names, error: (error as Error).message }
    }
  } catch (error) {
    return { names: [], error: (error as Error).message }
  }
}
