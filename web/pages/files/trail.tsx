import { IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { type Folder, SHARED } from './directories.ts'
import { useDrop } from './dragging.ts'
import classes from './files.module.css'

/** The way from the root to here. */
export function Trail({ above }: { above: readonly Folder[] }) {
  const t = useTexts()
  if (above.length === 0) return t.files.title
  return (
    <nav className={classes.trail} aria-label={t.files.file.folder}>
      {above.map((folder, at) => (
        <span key={folder.__id} className={classes.step}>
          {at > 0 && <IconChevronRight size={12} stroke={1.6} aria-hidden />}
          <Step folder={folder} />
        </span>
      ))}
    </nav>
  )
}

function Step({ folder }: { folder: Folder }) {
  const drop = useDrop(folder)
  return (
    <Link
      {...drop}
      className="link"
      to={folder.__id === SHARED ? links.files : links.directory(folder.__id)}
    >
      {folder.__name}
    </Link>
  )
}
