import { Button, Input, JsonInput, Stack, Textarea } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import type { Field } from '../../../../fields/field.ts'
import { useTexts } from '../../../../texts/index.ts'
import { operatorsWith } from '../../../apps/filter/families.ts'
import { fromJson } from '../../../apps/filter/from-json.ts'
import { GroupEditor } from '../../../apps/filter/group-editor.tsx'
import { complete, type Group, hasParameters } from '../../../apps/filter/model.ts'
import { toEql } from '../../../apps/filter/to-eql.ts'
import { toJson } from '../../../apps/filter/to-json.ts'
import { toField } from '../../app/draft-fields.ts'
import { usePageTexts } from '../texts.ts'
import type { SourceField } from './use-source.ts'

type FilterInputProps = {
  label: string
  error?: string | undefined
  fields: readonly SourceField[]
  /** What values are compared with beside values. */
  parameters?: readonly Field[]
  value: unknown
  onChange: (value: unknown) => void
}

/** Conditions in words; the query language is behind a button. What was written in another way stays as it is. */
export function FilterInput(props: FilterInputProps) {
  const { label, error, fields, parameters = [], onChange, ...given } = props
  // A key without a value is no filter.
  const value = given.value ?? undefined
  const t = useTexts().apps.filter
  const id = useId()
  const known = fields.map(({ code, name, type, more }) => toField(code, { name, type, ...more }))
  const built = fromJson(value, known, parameters)
  const query = built ? toEql(built) : queryOf(value)
  const isSayable = built !== undefined && !hasParameters(built)
  const [isWritten, setWritten] = useState(false)
  const isBuilt = built !== undefined && !(isWritten && isSayable)
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} error={isBuilt && error}>
      <Stack gap={6} role="group" aria-labelledby={id} style={{ containerType: 'inline-size' }}>
        {isBuilt && <Built {...{ built, parameters, onChange }} fields={known} />}
        {!isBuilt && query !== undefined && <Written {...{ query, error, onChange }} />}
        {!isBuilt && query === undefined && <Json {...{ value, error, onChange }} />}
        {isSayable && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            mr="auto"
            aria-expanded={isWritten}
            onClick={() => setWritten(!isWritten)}
            leftSection={<IconCode size={14} stroke={1.6} aria-hidden />}
          >
            {t.programs}
          </Button>
        )}
      </Stack>
    </Input.Wrapper>
  )
}

type Changed = Pick<FilterInputProps, 'value' | 'onChange'>
type BuiltProps = Pick<FilterInputProps, 'onChange'> & {
  built: Group
  fields: Field[]
  parameters: readonly Field[]
}

/** A condition that is only begun is nothing in the file yet. */
function Built({ built, fields, parameters, onChange }: BuiltProps) {
  const [begun, setBegun] = useState(built)
  const isSame = JSON.stringify(toJson(complete(begun))) === JSON.stringify(toJson(built))
  const change = (group: Group) => {
    setBegun(group)
    const asked = complete(group)
    const isNew = JSON.stringify(toJson(asked)) !== JSON.stringify(toJson(built))
    if (isNew) onChange(asked.parts.length > 0 ? toJson(asked) : undefined)
  }
  return (
    <GroupEditor
      {...{ fields, parameters }}
      group={isSame ? begun : built}
      operatorsOf={operatorsWith(parameters)}
      onChange={change}
    />
  )
}

type WrittenProps = Pick<FilterInputProps, 'error' | 'onChange'> & { query: string }

function Written({ query, error, onChange }: WrittenProps) {
  const t = usePageTexts()
  const [text, setText] = useState(query)
  useEffect(() => setText(query), [query])
  const written = text.trim()
  return (
    <Textarea
      aria-label={t.settings.filterEql}
      description={t.report.filterHint}
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() =>
        written !== query && onChange(written ? { eql: { query: written } } : undefined)
      }
      autosize
      minRows={1}
    />
  )
}

function Json({ value, error, onChange }: Changed & { error?: string | undefined }) {
  const t = usePageTexts()
  const saved = JSON.stringify(value, null, 2)
  const [text, setText] = useState(saved)
  useEffect(() => setText(saved), [saved])
  const keep = () => {
    try {
      onChange(JSON.parse(text))
    } catch {
      // The input says that it is no JSON.
    }
  }
  return (
    <JsonInput
      aria-label={t.settings.filterJson}
      value={text}
      onChange={setText}
      onBlur={keep}
      error={error}
      autosize
      minRows={2}
      maxRows={10}
    />
  )
}

function queryOf(value: unknown): string | undefined {
  const { eql, ...others } = value as { eql?: { query?: unknown } }
  const isAlone = Object.keys(others).length === 0
  return isAlone && typeof eql?.query === 'string' ? eql.query : undefined
}
