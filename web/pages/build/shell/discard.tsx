import { useNavigate } from 'react-router'
import { useChange } from '../../../api.ts'
import { Confirm } from '../../../components/confirm.tsx'
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
  const discard = useChange('drafts', 'remove', {
    takesAway: true,
    onDone: () => {
      forgetDraft(id)
      if (isHere) void navigate(links.build)
      onClose()
    },
    onFail: () => undefined,
  })
  return (
    <Confirm
      title={t.discardOf(name)}
      text={t.discardText}
      action={t.discardAction}
      change={discard}
      onConfirm={() => discard.mutate({ params: { id } })}
      onClose={onClose}
    />
  )
}
