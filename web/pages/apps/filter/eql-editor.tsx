import { Button, Group, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { LongTextField } from '../../../components/controls.tsx'
import { isShortcut } from '../../../shortcuts/register.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from './filter.module.css'

/** What is filtered, and how many a query finds; it is refused if it is wrong. */
export type Counted = { key: string; count: (eql: string) => Promise<number> }

type EqlProps = {
  counted: Counted
  eql: string
  onApply: (eql: string) => void
}

const PAUSE = 300

/** A query by hand; the server reads it along and says where it is wrong. */
export function EqlEditor({ counted, eql, onApply }: EqlProps) {
  const t = useTexts()
  const [text, setText] = useState(eql)
  const [asked] = useDebouncedValue(text.trim(), PAUSE)
  const { data, error } = useQuery({
    queryKey: ['eql', counted.key, asked],
    queryFn: () => counted.count(asked),
    enabled: asked !== '',
  })
  const isCurrent = asked === text.trim()
  const apply = () => onApply(text.trim())
  const press = (event: KeyboardEvent) => {
    if (isShortcut(event, 'form', 'save')) apply()
  }
  return (
    <Stack gap="xs">
      <LongTextField
        aria-label={t.apps.filter.eql}
        className={classes.eql}
        placeholder={t.apps.filter.example}
        value={text}
        onChange={setText}
        onKeyDown={press}
        maxRows={8}
        spellCheck={false}
      />
      {isCurrent && error && <Mistake query={asked} message={error.message} />}
      <Group gap="sm">
        <Button onClick={apply} disabled={isCurrent && Boolean(error)}>
          {t.apps.filter.apply}
        </Button>
        <Text size="xs" c="var(--quiet)">
          {isCurrent && asked && data !== undefined && !error ? t.apps.filter.found(data) : null}
        </Text>
      </Group>
    </Stack>
  )
}

/** The query with the position where it is wrong marked, and why. */
function Mistake({ query, message }: { query: string; message: string }) {
  const [, what = message, position] =
    /^(?:eql: )?(.*?)(?: at position (\d+))?$/s.exec(message) ?? []
  // Positions count characters, as people do, not halves of them.
  const letters = [...query]
  const at = position === undefined ? undefined : Number(position) - 1
  return (
    <div role="alert" className={classes.mistake}>
      {at !== undefined && (
        <code>
          {letters.slice(Math.max(0, at - 40), at).join('')}
          <mark>{letters[at] ?? ' '}</mark>
          {letters.slice(at + 1, at + 60).join('')}
        </code>
      )}
      <span>{what}</span>
    </div>
  )
}
