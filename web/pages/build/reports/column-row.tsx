import { ActionIcon, Group, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { usePageTexts } from '../pages/texts.ts'
import type { ReportPartProps } from './part.ts'

type Props = Pick<ReportPartProps, 'draft' | 'file' | 'value'> & {
  column: string
  label: string
  error?: string | undefined
  onRemove: () => void
}

/** A column of the report, with its name. */
export function ColumnRow({ draft, file, value, column, label, error, onRemove }: Props) {
  const t = usePageTexts()
  const name = value.columns?.[column]?.name ?? column
  return (
    <Group wrap="nowrap" align="end" mb={6}>
      <TextInput
        label={label}
        value={name}
        error={error}
        onChange={(event) =>
          draft.set(file, ['columns', column, 'name'], event.currentTarget.value)
        }
        flex={1}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        mb={6}
        aria-label={t.report.removeOf(name)}
        onClick={onRemove}
      >
        <IconX size={15} />
      </ActionIcon>
    </Group>
  )
}
