import { Select } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi, useChange } from '../../../api.ts'
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
  const named = useNameAndCode('calendar')
  const { name, code } = named
  const { data } = useApi('workplace', 'solutions', {})
  const [chosen, setChosen] = useState<string | null>(null)
  const solution = chosen ?? data?.solutions[0]?.code ?? null
  const file = pathOf('calendar', { workspace: '', code })
  const edit = useChange('drafts', 'edit', { onFail: () => undefined })
  const begin = useChange('drafts', 'create', {
    onDone: ({ draft }) =>
      edit.mutate(
        {
          params: { id: draft.id },
          input: { edits: [{ file, op: 'create', value: { name, zone: ownZone() } }] },
        },
        { onSuccess: () => void navigate(links.draft(draft.id, file)) },
      ),
    onFail: () => undefined,
  })
  const change = begin.error ? begin : edit
  return (
    <FormModal
      title={t.add}
      submit={t.create}
      change={{ ...change, isPending: begin.isPending || edit.isPending }}
      onSubmit={() => !named.isWrong && solution && begin.mutate({ input: { solution } })}
      onClose={onClose}
    >
      <NameAndCode value={named} />
      <Select
        label={t.solution}
        description={t.solutionHint}
        required
        allowDeselect={false}
        data={(data?.solutions ?? []).map((each) => ({ value: each.code, label: each.name }))}
        value={solution}
        onChange={setChosen}
      />
    </FormModal>
  )
}
