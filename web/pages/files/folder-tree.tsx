import { IconFolder, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { type Folder, SHARED, useRoots } from './directories.ts'
import { useDrop } from './dragging.ts'
import classes from './tree.module.css'
import { Tree } from './tree.tsx'

type FolderTreeProps = { here: string; above: readonly Folder[]; onPick?: () => void }

/** Every folder that can be gone to, and the trash. */
export function FolderTree({ here, above, onPick }: FolderTreeProps) {
  const t = useTexts()
  const roots = useRoots()
  return (
    <nav aria-label={t.files.folders}>
      <Tree
        folders={roots}
        opened={[...above.map(({ __id }) => __id), here]}
        render={(folder) => (
          <FolderLink folder={folder} isHere={folder.__id === here} onPick={onPick} />
        )}
      />
      <Link
        to={links.trash}
        className={classes.folder}
        data-here={here === 'trash' || undefined}
        data-trash
        aria-current={here === 'trash' ? 'page' : undefined}
        onClick={onPick}
      >
        <IconTrash size={16} stroke={1.6} aria-hidden />
        <span className={classes.name}>{t.files.roots.trash}</span>
      </Link>
    </nav>
  )
}

type FolderLinkProps = { folder: Folder; isHere: boolean; onPick: (() => void) | undefined }

function FolderLink({ folder, isHere, onPick }: FolderLinkProps) {
  const drop = useDrop(folder)
  return (
    <Link
      {...drop}
      to={folder.__id === SHARED ? links.files : links.directory(folder.__id)}
      className={classes.folder}
      data-here={isHere || undefined}
      aria-current={isHere ? 'page' : undefined}
      onClick={onPick}
    >
      <IconFolder size={16} stroke={1.6} aria-hidden />
      <span className={classes.name}>{folder.__name}</span>
    </Link>
  )
}
