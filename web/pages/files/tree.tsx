import { ActionIcon } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../texts/index.ts'
import { type Folder, useFolders } from './directories.ts'
import classes from './tree.module.css'

type TreeProps = {
  folders: readonly Folder[]
  /** Those that are open to begin with: the way to where somebody is. */
  opened: readonly string[]
  /** The line of one folder. */
  render: (folder: Folder) => ReactNode
}

/** Folders in folders; what is in one is asked for when it is opened. */
export function Tree({ folders, opened, render }: TreeProps) {
  return (
    <ul className={classes.branch}>
      {folders.map((folder) => (
        <Branch key={folder.__id} folder={folder} opened={opened} render={render} />
      ))}
    </ul>
  )
}

function Branch({ folder, opened, render }: Omit<TreeProps, 'folders'> & { folder: Folder }) {
  const t = useTexts()
  const isOnTheWay = opened.includes(folder.__id)
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? isOnTheWay
  const { folders } = useFolders(folder.__id, isOpen)
  const isLeaf = folders?.length === 0
  return (
    <li>
      <div className={classes.line}>
        <ActionIcon
          className={classes.toggle}
          data-open={isOpen || undefined}
          data-leaf={isLeaf || undefined}
          variant="transparent"
          color="gray"
          size={18}
          aria-expanded={isOpen}
          aria-label={t.files.openFolder(folder.__name)}
          onClick={() => setChosen(!isOpen)}
        >
          <IconChevronRight size={13} stroke={1.8} />
        </ActionIcon>
        {render(folder)}
      </div>
      {isOpen && folders && folders.length > 0 && (
        <Tree folders={folders} opened={opened} render={render} />
      )}
    </li>
  )
}
