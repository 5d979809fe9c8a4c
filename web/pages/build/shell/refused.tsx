import { Alert, Button, Group, Text } from '@mantine/core'
import type { Draft } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'

/** An edit that the server does not take: it stays until it is put right or given up. */
export function Refused({ draft }: { draft: Draft }) {
  const t = useBuildTexts().shell
  if (draft.saving !== 'refused') return null
  return (
    <Alert color="red" variant="light" role="alert" mb="sm" title={t.saving.refused}>
      <Group justify="space-between">
        <Text size="sm">{draft.refusal?.message}</Text>
        <Button variant="default" onClick={() => void draft.dropUnsaved()}>
          {t.giveUp}
        </Button>
      </Group>
    </Alert>
  )
}
