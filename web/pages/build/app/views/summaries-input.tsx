import { ActionIcon, Fieldset, Group, Select, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { summariesOf } from '../../../apps/table/summaries.ts'
import { usePageTexts } from '../../pages/texts.ts'
import { useBuildTexts } from '../../texts.ts'
import type { OwnSettingProps } from './own-setting.ts'

/** What is computed below the columns of a table. */
export function SummariesInput({ value, error, onChange, source }: OwnSettingProps) {
  const t = usePageTexts()
  const remove = useBuildTexts().app.fields.remove
  const summaries = (value ?? {}) as Record<string, string>
  const chosen = Object.entries(summaries)
  const typeOf = (code: string) => source.fields.find((field) => field.code === code)?.type ?? ''
  const nameOf = (code: string) => source.fields.find((field) => field.code === code)?.name ?? code
  const functionsOf = (code: string) => summariesOf(typeOf(code))
  const keep = (next: [string, string][]) =>
    onChange(next.length > 0 ? Object.fromEntries(next) : undefined)
  return (
    <Fieldset legend={t.settings.summaries} variant="filled" p="xs">
      {chosen.map(([code, of], at) => (
        <Group key={code} gap={6} wrap="nowrap" mb={6}>
          <Select
            size="xs"
            flex={1}
            label={nameOf(code)}
            data={functionsOf(code).map((each) => ({ value: each, label: t.options[each] }))}
            value={of}
            allowDeselect={false}
            onChange={(next) => next && keep(chosen.with(at, [code, next]))}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mt={20}
            aria-label={remove(nameOf(code))}
            onClick={() => keep(chosen.toSpliced(at, 1))}
          >
            <IconX size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Select
        size="xs"
        label={t.settings.field}
        data={source.fields
          .filter(({ code }) => !(code in summaries))
          .map(({ code, name }) => ({ value: code, label: name }))}
        value={null}
        searchable
        onChange={(code) => code && keep([...chosen, [code, functionsOf(code)[0] ?? 'count']])}
      />
      {error && (
        <Text size="xs" c="var(--mantine-color-error)" mt={4} role="alert">
          {error}
        </Text>
      )}
    </Fieldset>
  )
}
