import { Button, Group, Text } from '@mantine/core'
import { useTexts } from '../texts/index.ts'

/** How the rest of a list comes: what `useList` answers has all of it. */
export type More = {
  hasNextPage: boolean
  fetchNextPage: () => unknown
  isFetchingNextPage?: boolean
  /** How much of the list is shown. */
  note?: string
}

/** The way to the rest of a list; nothing where all of it is there. */
export function LoadMore({ hasNextPage, fetchNextPage, isFetchingNextPage = false, note }: More) {
  const t = useTexts().frame.lists
  if (!hasNextPage) return null
  return (
    <Group mt="sm" gap="sm" justify="center">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t.more}
      </Button>
      {note && (
        <Text size="sm" c="var(--quiet)">
          {note}
        </Text>
      )}
    </Group>
  )
}
