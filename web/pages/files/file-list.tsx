import { IconFolder } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Below, type Column, ListTable } from '../../components/list-table.tsx'
import type { More } from '../../components/load-more.tsx'
import { sizeText } from '../../components/size-text.ts'
import { When } from '../../components/when.tsx'
import { PeopleValue } from '../../fields/linked.tsx'
import { links } from '../../links.ts'
import { useLanguage, useTexts } from '../../texts/index.ts'
import type { Thing } from './changes.tsx'
import { useTrail } from './directories.ts'
import { DraggableRow } from './draggable-row.tsx'
import { FileName } from './file-name.tsx'
import { KIND_ICONS, kindOf } from './kinds.ts'
import { isSortColumn, useSort } from './use-files.ts'

type FileListProps = {
  things: readonly Thing[]
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  /** Where things of several folders are shown, the folder of each is, too. */
  hasFolders: boolean
  menu: (thing: Thing) => ReactNode
  more: More
}

export function FileList({ things, selected, onSelect, hasFolders, menu, more }: FileListProps) {
  const t = useTexts().files
  const { sort, sortBy } = useSort()
  const columns = useColumns(hasFolders, menu)
  const withIt = (thing: Thing) =>
    selected.has(thing.id) ? things.filter(({ id }) => selected.has(id)) : [thing]
  return (
    <ListTable
      label={t.title}
      columns={columns}
      rows={things}
      idOf={({ id }) => id}
      selection={{ ids: selected, onChange: onSelect, nameOf: ({ name }) => name }}
      sort={{ key: sort.column, isDown: sort.isDown }}
      onSort={(key) => isSortColumn(key) && sortBy(key)}
      renderRow={(thing, row) => <DraggableRow {...row} thing={thing} together={withIt(thing)} />}
      more={more}
    />
  )
}

const changeOf = (thing: Thing) => {
  const { __updatedAt: at, __updatedBy: by } = thing.kind === 'file' ? thing.file : thing.folder
  return { at, by }
}

function useColumns(hasFolders: boolean, menu: FileListProps['menu']): Column<Thing>[] {
  const t = useTexts()
  const language = useLanguage()
  const titles = t.files.columns
  const sizeOf = (thing: Thing) =>
    thing.kind === 'file' ? sizeText(thing.file.size, language) : t.frame.values.none
  const folder: Column<Thing> = {
    key: 'folder',
    title: titles.folder,
    isWide: true,
    cell: (thing) => thing.kind === 'file' && <FolderName id={thing.file.directory} />,
  }
  return [
    {
      key: 'name',
      title: titles.name,
      isSortable: true,
      cell: (thing) => (
        <>
          <ThingName thing={thing} />
          <Below>
            {thing.kind === 'file' && `${sizeOf(thing)} · `}
            <When at={changeOf(thing).at} />
          </Below>
        </>
      ),
    },
    ...(hasFolders ? [folder] : []),
    {
      key: 'size',
      title: titles.size,
      isSortable: true,
      isWide: true,
      isTight: true,
      cell: sizeOf,
    },
    {
      key: 'changed',
      title: titles.changed,
      isSortable: true,
      isWide: true,
      isTight: true,
      isQuiet: true,
      cell: (thing) => <When at={changeOf(thing).at} />,
    },
    {
      key: 'by',
      title: titles.by,
      isWide: true,
      isTight: true,
      cell: (thing) => <PeopleValue value={changeOf(thing).by} isShort />,
    },
    { key: 'menu', title: t.frame.actions.more, isAction: true, cell: menu },
  ]
}

function ThingName({ thing }: { thing: Thing }) {
  return thing.kind === 'file' ? (
    <FileName
      icon={KIND_ICONS[kindOf(thing.file.contentType)]}
      name={thing.name}
      link={links.file(thing.id)}
    />
  ) : (
    <FileName icon={IconFolder} name={thing.name} link={links.directory(thing.id)} isFolder />
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
