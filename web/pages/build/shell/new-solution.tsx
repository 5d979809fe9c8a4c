import { useNavigate } from 'react-router'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { links } from '../../../links.ts'
import { useBuildTexts } from '../texts.ts'
import { NameAndCode, useNameAndCode } from './name-and-code.tsx'

/** A solution that does not exist yet begins as a draft. */
export function NewSolution({ onClose }: { onClose: () => void }) {
  const t = useBuildTexts().shell
  const navigate = useNavigate()
  const named = useNameAndCode('solution')
  const { name, code, isWrong } = named
  const create = useChange('drafts', 'create', {
    onDone: ({ draft }) => void navigate(links.draft(draft.id)),
    onFail: () => undefined,
  })
  return (
    <FormModal
      title={t.newSolution}
      submit={t.create}
      change={create}
      onSubmit={() => !isWrong && create.mutate({ input: { solution: code, name } })}
      onClose={onClose}
    >
      <NameAndCode value={named} />
    </FormModal>
  )
}
