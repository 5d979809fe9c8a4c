import { useNavigate } from 'react-router'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { links } from '../../../links.ts'
import { useBuildTexts } from '../texts.ts'
import { NameAndCode, useNameAndCode } from './name-and-code.tsx'

/** A solution that does not exist yet begins as a draft. */
export function NewSolution({ onClose }: { onClose: () => void }) {
  const t = useBuildTexts().shell
  const navigate = useNavigate()
  const named = useNameAndCode('solution')
  const { name, code, isWrong } = named
  const { modal } = useForm('drafts', 'create', {
    values: {},
    request: () => ({ input: { solution: code, name } }),
    onClose,
    onDone: ({ draft }) => void navigate(links.draft(draft.id)),
  })
  return (
    <FormModal
      {...modal}
      title={t.newSolution}
      submit={t.create}
      onSubmit={() => !isWrong && modal.onSubmit()}
    >
      <NameAndCode value={named} />
    </FormModal>
  )
}
