import { Button, Group, Select, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { FUNCTIONS } from '../pages/settings/forms.ts'
import { usePageTexts } from '../pages/texts.ts'
import { ColumnRow } from './column-row.tsx'
import type { ReportPartProps } from './part.ts'
import { addNumber, type Computation, removeNumber } from './report-value.ts'

const NUMBERS = ['INTEGER', 'FLOAT', 'MONEY', 'DURATION']

/** What is counted, added up or compared. */
export function Numbers({ draft, file, value, source }: ReportPartProps) {
  const t = usePageTexts()
  const options: Record<string, string> = t.options
  const [of, setOf] = useState<Computation>('count')
  const [chosen, setCode] = useState<string | null>(null)
  const field = source.fields.find((each) => each.code === chosen)
  const nameOf = (code: string | undefined) =>
    source.fields.find((each) => each.code === code)?.name ?? code
  const isReady = of === 'count' || field !== undefined
  const add = () => {
    const name = of === 'count' ? (options.count ?? of) : `${field?.name} · ${options[of]}`
    draft.edit(addNumber({ file, value }, { of, name, field }))
    setCode(null)
  }
  return (
    <section aria-label={t.report.values}>
      <Title order={3} size="h5" mb={4}>
        {t.report.values}
      </Title>
      {Object.entries(value.query?.values ?? {}).map(
        ([column, { function: used, field: code }]) => (
          <ColumnRow
            key={column}
            {...{ draft, file, value, column }}
            label={[t.report.column, nameOf(code), options[used]].filter(Boolean).join(' · ')}
            error={draft.problemsAt(file, ['query', 'values', column], 'within')[0]?.message}
            onRemove={() => draft.edit(removeNumber({ file, value }, column))}
          />
        ),
      )}
      <Group wrap="nowrap" align="end">
        <Select
          label={t.settings.function}
          data={FUNCTIONS.map((each) => ({ value: each, label: options[each] ?? each }))}
          value={of}
          onChange={(next) => next && setOf(next as Computation)}
          allowDeselect={false}
          w={130}
        />
        {of !== 'count' && (
          <Select
            label={t.settings.field}
            data={source.fields
              .filter(({ type }) => NUMBERS.includes(type))
              .map((each) => ({ value: each.code, label: each.name }))}
            value={chosen}
            onChange={setCode}
            flex={1}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={!isReady}
          onClick={add}
        >
          {t.report.addValue}
        </Button>
      </Group>
    </section>
  )
}
