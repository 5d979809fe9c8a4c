import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDots,
  IconDownload,
  IconFolderSymlink,
  IconLink,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useTexts } from '../../texts/index.ts'
import { ShareItem } from '../admin/guests/share-with-guest.tsx'
import type { Thing } from './changes.tsx'
import { contentOf } from './content.ts'
import { useCopyLink } from './copy-link.tsx'

type ThingMenuProps = {
  thing: Thing
  onRename: () => void
  onMove: () => void
  /** Of folders. */
  onShare?: () => void
  onDelete: () => void
}

/** Everything that can be done with one file or folder. */
export function ThingMenu({ thing, onRename, onMove, onShare, onDelete }: ThingMenuProps) {
  const t = useTexts()
  const copyLink = useCopyLink()
  const isFile = thing.kind === 'file'
  if (thing.kind === 'folder' && thing.folder.system) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.files.actionsFor(thing.name)}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isFile && (
          <>
            <Menu.Item
              component="a"
              href={contentOf(thing.id)}
              download
              leftSection={<IconDownload size={14} stroke={1.6} />}
            >
              {t.files.download}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconLink size={14} stroke={1.6} />}
              onClick={() => void copyLink(thing.id)}
            >
              {t.files.copyLink}
            </Menu.Item>
          </>
        )}
        <Menu.Item leftSection={<IconPencil size={14} stroke={1.6} />} onClick={onRename}>
          {t.files.rename}
        </Menu.Item>
        <Menu.Item leftSection={<IconFolderSymlink size={14} stroke={1.6} />} onClick={onMove}>
          {t.files.move}
        </Menu.Item>
        {!isFile && onShare && (
          <ShareItem share={{ kind: 'directory', object: thing.id }} onShare={onShare} />
        )}
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={14} stroke={1.6} />}
          onClick={onDelete}
        >
          {t.frame.actions.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
