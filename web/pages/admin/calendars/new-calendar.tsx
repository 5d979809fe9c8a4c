import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { callOf, useApi } from '../../../api.ts'
import { SelectField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { links } from '../../../links.ts'
import { ownZone } from '../../../zones.ts'
import { pathOf } from '../../build/parts.ts'
import { NameAndCode, useNameAndCode } from '../../build/shell/name-and-code.tsx'
import { useTexts } from '../texts.ts'

/** Begins a calendar in the files of a solution; it counts once it is published. */
export function NewCalendar({ onClose }: { onClose: () => void }) {
  const t = useTexts().admin.calendars
  const navigate = useNavigate()
  const queries = useQueryClient()
  const named = useNameAndCode('calendar')
  const { name, code } = named
  const { data } = useApi('workplace', 'solutions', {})
  const [chosen, setChosen] = useState<string | null>(null)
  const solution = chosen ?? data?.solutions[0]?.code ?? null
  const file = pathOf('calendar', { workspace: '', code })
  const create = useMutation({
    mutationFn: async (solution: string) => {
      const { draft } = await callOf('drafts', 'create')({ input: { solution } })
      const value = { name, zone: ownZone() }
      const input = { edits: [{ file, op: 'create' as const, value }] }
      await callOf('drafts', 'edit')({ params: { id: draft.id }, input })
      return draft.id
    },
    onSuccess: (id) => void navigate(links.draft(id, file)),
    onError: () => undefined,
    onSettled: () => queries.invalidateQueries({ queryKey: ['drafts'] }),
  })
  return (
    <FormModal
      title={t.add}
      submit={t.create}
      change={create}
      onSubmit={() => !named.isWrong && solution && create.mutate(solution)}
      onClose={onClose}
    >
      <NameAndCode value={named} />
      <SelectField
        label={t.solution}
        description={t.solutionHint}
        required
        data={(data?.solutions ?? []).map((each) => ({ value: each.code, label: each.name }))}
        value={solution}
        onChange={setChosen}
      />
    </FormModal>
  )
}
