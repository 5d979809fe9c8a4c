import { useNavigate } from 'react-router'
import { useApi, useChange } from '../../api.ts'
import { links } from '../../links.ts'

const DRAFTS = { input: { size: 50 } }

/** Goes to a file of a solution in the designer. Whoever has begun already goes on with that. */
export function useOpenDraft() {
  const navigate = useNavigate()
  const { data } = useApi('drafts', 'list', DRAFTS)
  const create = useChange('drafts', 'create')
  const open = (solution: string, file: string) => {
    const begun = data?.drafts.find((each) => each.solution === solution && each.changes > 0)
    if (begun) return void navigate(links.draft(begun.id, file))
    create.mutate(
      { input: { solution } },
      { onSuccess: ({ draft }) => void navigate(links.draft(draft.id, file)) },
    )
  }
  return { open, isPending: create.isPending }
}
