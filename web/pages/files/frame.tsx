import { Button, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFolders } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../texts/index.ts'
import type { Folder } from './directories.ts'
import classes from './files.module.css'
import { FolderTree } from './folder-tree.tsx'
import { UploadsPanel } from './uploads/uploads-panel.tsx'

type FilesFrameProps = { here: string; above?: readonly Folder[]; children: ReactNode }

/** The tree beside a list; behind a button where there is no room for both. */
export function FilesFrame({ here, above = [], children }: FilesFrameProps) {
  return (
    <>
      <div className={classes.columns}>
        <aside className={classes.side}>
          <FolderTree here={here} above={above} />
        </aside>
        <div className={classes.main}>{children}</div>
      </div>
      <UploadsPanel />
    </>
  )
}

export function FoldersButton({ here, above = [] }: Omit<FilesFrameProps, 'children'>) {
  const t = useTexts()
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button
        className={classes.folders}
        variant="default"
        leftSection={<IconFolders size={14} stroke={1.6} />}
        onClick={open}
      >
        {t.files.folders}
      </Button>
      <Drawer opened={isOpen} onClose={close} title={t.files.folders} size={300}>
        <FolderTree here={here} above={above} onPick={close} />
      </Drawer>
    </>
  )
}
