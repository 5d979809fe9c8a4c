import { Alert, Button, Group, Text } from '@mantine/core'
import { ConfirmButton } from '../../../components/confirm-button.tsx'
import { useTold } from '../../../texts/told.ts'
import type { Draft } from '../draft/use-draft.ts'
import { nameOf } from '../parts.ts'
import { useBuildTexts } from '../texts.ts'

/** What the server does not take: set aside until it is tried again or given up, so that the rest is saved. */
export function Refused({ draft }: { draft: Draft }) {
  const t = useBuildTexts().shell
  const told = useTold()
  if (draft.refusal) {
    return (
      <Alert color="red" variant="light" role="alert" mb="sm" title={t.saving.refused}>
        <Group justify="space-between">
          <Text size="sm">{told(draft.refusal.message)}</Text>
          <ConfirmButton
            title={t.giveUp}
            text={t.giveUpHint}
            action={t.giveUp}
            onSubmit={() => void draft.dropUnsaved()}
          />
        </Group>
      </Alert>
    )
  }
  return draft.refused.map((refused, at) => {
    const { acts, error } = refused
    const path = acts[0]?.edits[0]?.file ?? ''
    const entry = draft.info?.files.find((each) => each.path === path)
    return (
      <Alert
        // biome-ignore lint/suspicious/noArrayIndexKey: two may be about the same file
        key={`${at} ${path}`}
        color="red"
        variant="light"
        role="alert"
        mb="sm"
        title={t.refused.title(entry ? nameOf(entry) : path)}
      >
        <Group justify="space-between">
          <Text size="sm">
            {told(error.message)} {t.refused.hint}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => draft.tryAgain(refused)}>
              {t.refused.again}
            </Button>
            <Button variant="subtle" color="red" onClick={() => draft.drop(refused)}>
              {t.refused.drop}
            </Button>
          </Group>
        </Group>
      </Alert>
    )
  })
}
