import { Button, Group, Select, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { PERIODS } from '../pages/settings/forms.ts'
import { usePageTexts } from '../pages/texts.ts'
import { ColumnRow } from './column-row.tsx'
import type { ReportPartProps } from './part.ts'
import { addGrouping, groupingOf, type Period, removeGrouping } from './report-value.ts'

/** What rows are grouped by: each with the name of its column. */
export function Groupings({ draft, file, value, source }: ReportPartProps) {
  const t = usePageTexts()
  const options: Record<string, string> = t.options
  const [field, setField] = useState<string | null>(null)
  const [by, setBy] = useState<string | null>(null)
  const chosen = source.fields.find(({ code }) => code === field)
  const isDate = chosen?.type === 'DATETIME' && chosen.kind !== 'time'
  const add = () => {
    if (!chosen) return
    const period = isDate && by ? (by as Period) : undefined
    draft.edit(addGrouping({ file, value }, chosen, period))
    setField(null)
    setBy(null)
  }
  return (
    <section aria-label={t.report.groups}>
      <Title order={3} size="h5" mb={4}>
        {t.report.groups}
      </Title>
      {(value.query?.groupBy ?? []).map((grouping, at) => {
        const { column, field: code, by: period } = groupingOf(grouping)
        const grouped = source.fields.find((each) => each.code === code)?.name ?? code
        return (
          <ColumnRow
            key={column}
            {...{ draft, file, value, column }}
            label={[t.report.column, grouped, period && options[period]]
              .filter(Boolean)
              .join(' · ')}
            onRemove={() => draft.edit(removeGrouping({ file, value }, at))}
          />
        )
      })}
      <Group wrap="nowrap" align="end">
        <Select
          label={t.settings.groupBy}
          data={source.fields.map(({ code, name }) => ({ value: code, label: name }))}
          value={field}
          onChange={setField}
          searchable
          flex={1}
        />
        {isDate && (
          <Select
            label={t.settings.by}
            data={PERIODS.map((each) => ({ value: each, label: options[each] ?? each }))}
            value={by}
            onChange={setBy}
            w={110}
          />
        )}
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={!chosen}
          onClick={add}
        >
          {t.report.addGroup}
        </Button>
      </Group>
    </section>
  )
}
