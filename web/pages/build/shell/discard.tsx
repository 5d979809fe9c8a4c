import { useNavigate } from 'react-router'
import { Confirm } from '../../../components/confirm.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { links } from '../../../links.ts'
import { forgetDraft } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'

type DiscardProps = {
  id: string
  name: string
  /** Its page is open. */
  isHere?: boolean
  onClose: () => void
}

export function Discard({ id, name, isHere = false, onClose }: DiscardProps) {
  const t = useBuildTexts().shell
  const navigate = useNavigate()
  const { modal } = useForm('drafts', 'remove', {
    params: { id },
    takesAway: true,
    onClose,
    onDone: () => {
      forgetDraft(id)
      if (isHere) void navigate(links.build)
      onClose()
    },
  })
  return (
    <Confirm {...modal} title={t.discardOf(name)} text={t.discardText} action={t.discardAction} />
  )
}
