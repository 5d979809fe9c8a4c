import type { Icon } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './files.module.css'

type FileNameProps = { icon: Icon; name: string; link: string; isFolder?: boolean }

/** The row is dragged, not the link in it. */
export function FileName({ icon: Icon, name, link, isFolder = false }: FileNameProps) {
  return (
    <Link className={classes.name} data-folder={isFolder || undefined} to={link} draggable={false}>
      <Icon size={16} stroke={1.6} aria-hidden />
      <span>{name}</span>
    </Link>
  )
}
