import { Alert, Button, Group } from '@mantine/core'
import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../client.ts'
import { Choose } from '../../components/choose.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { useForm } from '../../components/use-form.tsx'
import { setPreview } from '../../preview.ts'
import { useTexts } from '../../texts/index.ts'

type Preview = { id: string; user: { name: string } }

/** What is asked for as that person; who is signed in stays. */
const isShownAs = ({ queryKey: [area, name] }: Query): boolean =>
  ['apps', 'contracts', 'reports', 'scheme'].includes(String(area)) || name === 'page'

/** A page as somebody else sees it, until one stops or leaves the page. */
export function useSeeAs() {
  const queries = useQueryClient()
  const [preview, show] = useState<Preview>()
  useEffect(() => {
    if (!preview) return
    const again = () => void queries.resetQueries({ predicate: isShownAs })
    setPreview(preview.id)
    again()
    return () => {
      setPreview(undefined)
      again()
      void client.access.endPreview({ params: { id: preview.id } }).catch(() => {})
    }
  }, [preview, queries])
  return { preview, show }
}

export function SeeAsDialog({
  onStart,
  onClose,
}: {
  onStart: (preview: Preview) => void
  onClose: () => void
}) {
  const t = useTexts().pages.seeAs
  const { values, field, modal } = useForm('access', 'startPreview', {
    values: { user: [] as string[] },
    request: ({ user: [user = ''] }) => ({ input: { user } }),
    onClose,
    onDone: ({ preview }) => {
      onStart(preview)
      onClose()
    },
  })
  return (
    <FormModal {...modal} title={t.title} submit={t.start} isDisabled={values.user.length === 0}>
      <Choose {...field('user', t.who)} source="users" isSingle />
    </FormModal>
  )
}

export function SeenAs({ name, onStop }: { name: string; onStop: () => void }) {
  const t = useTexts().pages.seeAs
  return (
    <Alert color="violet" variant="light" role="status" mb="md" py={6}>
      <Group justify="space-between">
        {t.seen(name)}
        <Button size="xs" variant="default" onClick={onStop}>
          {t.stop}
        </Button>
      </Group>
    </Alert>
  )
}
