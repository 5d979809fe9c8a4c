import { Alert, Button, Group } from '@mantine/core'
import { IconPencilPause } from '@tabler/icons-react'
import { useTexts } from '../texts/index.ts'
import type { FormDraft } from './form-draft.ts'
import { When } from './when.tsx'

type DraftOfferProps<T> = {
  draft: FormDraft<T>
  /** What it is a draft of. */
  of: string
  onTake: (kept: T) => void
}

/** What somebody typed here before and did not save, offered back. */
export function DraftOffer<T>({ draft, of, onTake }: DraftOfferProps<T>) {
  const t = useTexts().frame.draft
  const { found, at } = draft
  if (found === undefined) return null
  return (
    <Alert
      color="blue"
      mb="md"
      role="status"
      icon={<IconPencilPause size={16} stroke={1.6} />}
      title={t.title(of)}
    >
      <Group gap="xs">
        <Button
          size="xs"
          onClick={() => {
            onTake(found)
            draft.take()
          }}
        >
          {t.take}
        </Button>
        <Button size="xs" variant="default" onClick={draft.discard}>
          {t.discard}
        </Button>
        <When at={at} />
      </Group>
    </Alert>
  )
}
