import { useNavigate } from 'react-router'
import { links } from '../../../links.ts'
import type { FileEntry } from '../draft/types.ts'
import type { Draft } from '../draft/use-draft.ts'
import { keepsData } from '../parts.ts'
import { useBuildTexts } from '../texts.ts'
import { RenameDialog } from './rename.tsx'

type RenamePartProps = { draft: Draft; entry: FileEntry; onClose: () => void }

/** Gives a definition another code, with its files; one that is published has data under its code. */
export function RenamePart({ draft, entry, onClose }: RenamePartProps) {
  const t = useBuildTexts().shell.rename
  const navigate = useNavigate()
  const { path, code, state } = entry
  const isFixed = state !== 'added' && keepsData(entry)
  return (
    <RenameDialog
      place={{ draft, file: path, at: [] }}
      code={code ?? ''}
      fixed={isFixed ? t.fixed : undefined}
      onMoved={(next) => void navigate(links.draft(draft.id, next))}
      onClose={onClose}
    />
  )
}
