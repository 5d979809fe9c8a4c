import { useNavigate } from 'react-router'
import { Confirm } from '../../../components/confirm.tsx'
import { links } from '../../../links.ts'
import type { FileEntry } from '../draft/types.ts'
import type { Draft } from '../draft/use-draft.ts'
import { nameOf, ownPaths } from '../parts.ts'
import { useBuildTexts } from '../texts.ts'

type RemovePartProps = { draft: Draft; entry: FileEntry; onClose: () => void }

/** Takes a part out of the solution, with the files that belong to it alone. */
export function RemovePart({ draft, entry, onClose }: RemovePartProps) {
  const t = useBuildTexts().shell
  const navigate = useNavigate()
  const remove = async () => {
    const paths = ownPaths(draft.info?.files ?? [], entry)
    await Promise.all(paths.map(draft.open))
    draft.edit(paths.map((file) => ({ file, op: 'delete' })))
    onClose()
    await draft.flush()
    await navigate(links.draft(draft.id))
  }
  return (
    <Confirm
      title={t.deleteOf(nameOf(entry))}
      text={t.deleteText}
      action={t.deleteFile}
      isSafe
      onSubmit={() => void remove()}
      onClose={onClose}
    />
  )
}
