import { Checkbox } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { sizeText } from '../../components/uploads.ts'
import { When } from '../../components/when.tsx'
import { PeopleValue } from '../../fields/linked.tsx'
import { links } from '../../links.ts'
import { useLanguage, useTexts } from '../../texts/index.ts'
import type { Thing } from './changes.tsx'
import { useTrail } from './directories.ts'
import { dragOf, useDrop } from './dragging.ts'
import classes from './files.module.css'
import { KIND_ICONS, kindOf } from './kinds.ts'

type LineProps = {
  thing: Thing
  isChosen: boolean
  onChoose: () => void
  /** What goes along when this one is dragged. */
  together: readonly Thing[]
  hasFolder: boolean
  menu: ReactNode
}

/** One file or folder in a list. */
export function Line(props: LineProps) {
  return props.thing.kind === 'folder' ? <FolderLine {...props} /> : <PlainLine {...props} />
}

function FolderLine(props: LineProps) {
  const { id, name } = props.thing
  const drop = useDrop({ __id: id, __name: name })
  return <PlainLine {...props} drop={drop} />
}

type Drop = ReturnType<typeof useDrop>

function PlainLine({
  thing,
  isChosen,
  onChoose,
  together,
  hasFolder,
  menu,
  drop,
}: LineProps & { drop?: Drop }) {
  const t = useTexts()
  const language = useLanguage()
  const file = thing.kind === 'file' ? thing.file : undefined
  const { __updatedAt: at, __updatedBy: by } = thing.kind === 'file' ? thing.file : thing.folder
  const Icon = file ? KIND_ICONS[kindOf(file.contentType)] : IconFolder
  const size = file ? sizeText(file.size, language) : t.frame.values.none
  return (
    <tr {...dragOf(together)} {...drop} data-chosen={isChosen || undefined}>
      <td className={classes.check}>
        <Checkbox
          size="xs"
          aria-label={t.files.select(thing.name)}
          checked={isChosen}
          onChange={onChoose}
        />
      </td>
      <td className={classes.nameCell}>
        <Link
          className={classes.name}
          data-folder={thing.kind === 'folder' || undefined}
          to={file ? links.file(thing.id) : links.directory(thing.id)}
          draggable={false}
        >
          <Icon size={16} stroke={1.6} aria-hidden />
          <span>{thing.name}</span>
        </Link>
        <span className={classes.under}>
          {file && `${size} · `}
          <When at={at} />
        </span>
      </td>
      {hasFolder && <td data-minor>{file && <FolderName id={file.directory} />}</td>}
      <td data-minor className={classes.size}>
        {size}
      </td>
      <td data-minor className={classes.quiet}>
        <When at={at} />
      </td>
      <td data-minor>
        <PeopleValue value={by} isShort />
      </td>
      <td className={classes.menu}>{menu}</td>
    </tr>
  )
}

function FolderName({ id }: { id: string }) {
  const { name, error } = useTrail(id)
  if (error || !name) return null
  return (
    <Link className="link" to={links.directory(id)}>
      {name}
    </Link>
  )
}
