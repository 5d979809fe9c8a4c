import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { links } from '../../../links.ts'
import { codeOf, isCode } from '../code-of.ts'
import { useBuildTexts } from '../texts.ts'

/** A solution that does not exist yet begins as a draft. */
export function NewSolution({ onClose }: { onClose: () => void }) {
  const t = useBuildTexts().shell
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [typed, setTyped] = useState<string>()
  const code = typed ?? codeOf(name, [], 'solution')
  const isWrong = !isCode(code)
  const create = useChange('drafts', 'create', {
    onDone: ({ draft }) => void navigate(links.draft(draft.id)),
    onFail: () => undefined,
  })
  return (
    <FormModal
      title={t.newSolution}
      submit={t.create}
      change={create}
      onSubmit={() => !isWrong && create.mutate({ input: { solution: code, name: name.trim() } })}
      onClose={onClose}
    >
      <TextInput
        label={t.name}
        required
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={t.code}
        description={t.codeHint}
        required
        value={code}
        error={typed !== undefined && isWrong && t.codeHint}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormModal>
  )
}
