import { Button, Group, Text } from '@mantine/core'
import { useTexts } from '../texts/index.ts'

/** How the rest of a list comes: what `useList` answers has all of it. */
export type More = {
  hasNextPage: boolean
  fetchNextPage: () => unknown
  isFetchingNextPage?: boolean
  /** How many there are on all pages. */
  total?: number | undefined
  /** How much of the list is shown, instead of the total. */
  note?: string
}

/** The way to the rest of a list; nothing where all of it is there. */
export function LoadMore({ hasNextPage, fetchNextPage, isFetchingNextPage, total, note }: More) {
  const { lists, count } = useTexts().frame
  if (!hasNextPage) return null
  const amount = note ?? (total === undefined ? undefined : count.items(total))
  return (
    <Group mt="sm" gap="sm" justify="center">
      <Button
        variant="default"
        loading={isFetchingNextPage ?? false}
        onClick={() => void fetchNextPage()}
      >
        {lists.more}
      </Button>
      {amount && (
        <Text size="sm" c="var(--quiet)">
          {amount}
        </Text>
      )}
    </Group>
  )
}
