import { Alert, Button, Group } from '@mantine/core'
import { IconPencilPause } from '@tabler/icons-react'
import type { useFormDraft } from '../../../components/form-draft.ts'
import { When } from '../../../components/when.tsx'
import { useRecordTexts } from '../../../texts/records.ts'

type DraftOfferProps<Kept> = {
  draft: ReturnType<typeof useFormDraft<Kept>>
  /** What it is a draft of. */
  of: string
  onTake: (kept: Kept) => void
}

/** What somebody typed here before and did not save, offered back. */
export function DraftOffer<Kept>({ draft, of, onTake }: DraftOfferProps<Kept>) {
  const t = useRecordTexts().draft
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
        <Button size="xs" variant="default" onClick={draft.forget}>
          {t.discard}
        </Button>
        <When at={at} />
      </Group>
    </Alert>
  )
}
