import { ActionIcon, Menu } from '@mantine/core'
import {
  IconBuilding,
  IconCategory,
  IconDots,
  IconFolder,
  IconFolderPlus,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { hueOf, Tag } from '../../components/tag.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import type { Directory, Folder, useFolders } from './folders.ts'
import classes from './nomenclature.module.css'
import type { Editing } from './nomenclature-page.tsx'
import { useNumbering } from './numbering.ts'

type Tree = ReturnType<typeof useFolders>
type NodeProps = {
  directory: Directory
  tree: Tree
  depth: number
  /** Absent for those who only read. */
  onEdit?: (editing: Editing) => void
}

const icon = { size: 15, stroke: 1.6 }

export function DirectoryNode({ directory, tree, depth, onEdit }: NodeProps) {
  const t = useTexts()
  const below = tree.directories.filter(({ parentId }) => parentId === directory.id)
  const folders = tree.folders.filter(({ directoryId }) => directoryId === directory.id)
  const Shape = depth === 0 ? IconBuilding : IconCategory
  return (
    <li>
      <div className={classes.directory}>
        <Shape size={16} stroke={1.6} color="var(--quiet)" aria-hidden />
        <span className={classes.grow}>{directory.name}</span>
        {onEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t.registration.actionsOf(directory.name)}
              >
                <IconDots {...icon} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item
                leftSection={<IconFolderPlus {...icon} />}
                onClick={() => onEdit({ kind: 'folder', directory })}
              >
                {t.registration.newFolder}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPlus {...icon} />}
                onClick={() => onEdit({ kind: 'directory', parent: directory })}
              >
                {t.registration.newCategory}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconPencil {...icon} />}
                onClick={() => onEdit({ kind: 'directory', directory, parent: null })}
              >
                {t.frame.actions.edit}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <ul>
        {folders.map((folder) => (
          <FolderRow
            key={folder.id}
            folder={folder}
            tree={tree}
            {...(onEdit && { onEdit: () => onEdit({ kind: 'folder', folder, directory }) })}
          />
        ))}
        {below.map((each) => (
          <DirectoryNode
            key={each.id}
            directory={each}
            tree={tree}
            depth={depth + 1}
            {...(onEdit && { onEdit })}
          />
        ))}
      </ul>
    </li>
  )
}

type FolderProps = { folder: Folder; tree: Tree; onEdit?: () => void }

function FolderRow({ folder, tree, onEdit }: FolderProps) {
  const t = useTexts().registration
  const { template, notes } = useNumbering(folder, tree)
  return (
    <li className={classes.folder}>
      <IconFolder size={16} stroke={1.6} color="var(--quiet)" aria-hidden />
      <div className={classes.grow}>
        <Link to={`${links.registration}?folder=${folder.id}`} className="link">
          {folder.name}
        </Link>{' '}
        {template && <span className={classes.template}>{template}</span>}
        <div className={classes.quiet}>{notes.join(' · ')}</div>
      </div>
      <Tag hue={hueOf(DOCFLOWS.indexOf(folder.docflow) + 1)} isBare>
        {t.docflows[folder.docflow]}
      </Tag>
      {onEdit && (
        <ActionIcon variant="subtle" color="gray" aria-label={t.edit(folder.name)} onClick={onEdit}>
          <IconPencil {...icon} />
        </ActionIcon>
      )}
    </li>
  )
}

const DOCFLOWS = ['input', 'output', 'internal']
