import { Group, Pagination, Text } from '@mantine/core'
import { useTexts } from '../texts/index.ts'

type PagerProps = { total: number; size: number; page: number; onPage: (page: number) => void }

/** Leads through what does not fit on one page; nothing where all of it does. */
export function Pager({ total, size, page, onPage }: PagerProps) {
  const t = useTexts()
  if (total <= size) return null
  return (
    <Group justify="space-between" mt="md" gap="sm">
      <Text size="xs" c="var(--quiet)">
        {t.frame.count.items(total)}
      </Text>
      <Pagination
        size="sm"
        total={Math.ceil(total / size)}
        value={page}
        onChange={onPage}
        getItemProps={(number) => ({ 'aria-label': String(number) })}
        getControlProps={(control) => ({ 'aria-label': t.frame.pages[control] })}
      />
    </Group>
  )
}
