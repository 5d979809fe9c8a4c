import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from 'react-router'
import { links } from '../../../links.ts'
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts'
import { useTexts } from '../../../texts/index.ts'
import { etagOf, type Item, type ItemAddress, useRights } from './app.ts'
import { useDelete } from './deleting.tsx'

type ItemActionsProps = { item: Item; address: ItemAddress; onEdit: (() => void) | undefined }

export function ItemActions({ item, address, onEdit }: ItemActionsProps) {
  const t = useTexts()
  const navigate = useNavigate()
  const rights = useRights(address)
  const remove = useDelete(address, String(item.__name))
  const { namespace, code, id } = address
  useShortcuts('item', { edit: () => onEdit?.() ?? false })
  const erase = async () => {
    if (await remove(etagOf(item))) void navigate(links.app(namespace, code))
  }
  return (
    <>
      {onEdit && (
        <Tooltip label={t.items.page.editHint}>
          <Button
            variant="default"
            leftSection={<IconPencil size={14} stroke={1.6} />}
            aria-keyshortcuts="e"
            onClick={onEdit}
          >
            {t.frame.actions.edit}
          </Button>
        </Tooltip>
      )}
      {(rights.create || rights.delete) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={30} aria-label={t.frame.actions.more}>
              <IconDots size={16} stroke={1.6} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {rights.create && (
              <Menu.Item
                component={Link}
                to={links.duplicate(namespace, code, id)}
                leftSection={<IconCopy size={14} stroke={1.6} />}
              >
                {t.items.page.duplicate}
              </Menu.Item>
            )}
            {rights.delete && (
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={14} stroke={1.6} />}
                onClick={() => void erase()}
              >
                {t.frame.actions.delete}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}
