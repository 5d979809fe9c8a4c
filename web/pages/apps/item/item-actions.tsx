import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import {
  IconCopy,
  IconDots,
  IconFileTypography,
  IconPencil,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useApi } from '../../../api.ts'
import { MuteItem } from '../../../components/mute.tsx'
import { links } from '../../../links.ts'
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts'
import { useTexts } from '../../../texts/index.ts'
import { useRecordTexts } from '../../../texts/records.ts'
import { ShareDialog, ShareItem } from '../../admin/guests/share-with-guest.tsx'
import { etagOf, useRights } from './app.ts'
import { useDelete } from './deleting.tsx'
import type { MakeDocumentProps } from './make-document.tsx'

const MakeDocument = lazy(async () => ({
  default: (await import('./make-document.tsx')).MakeDocument,
}))

type ItemActionsProps = MakeDocumentProps & { onEdit: (() => void) | undefined }

export function ItemActions({ onEdit, ...shown }: ItemActionsProps) {
  const t = useTexts()
  const records = useRecordTexts()
  const navigate = useNavigate()
  const { item, address } = shown
  const rights = useRights(address)
  const remove = useDelete(address, String(item.__name))
  const { namespace, code, id } = address
  const templates = useApi(
    'scheme',
    'listAppDocuments',
    { params: { namespace, code } },
    { fresh: 60_000 },
  )
  const [isMaking, setMaking] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const share = { kind: 'item', object: `${namespace}/${code}/${id}` } as const
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t.frame.actions.more}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {(templates.data?.result.result.length ?? 0) > 0 && (
            <Menu.Item
              leftSection={<IconFileTypography size={14} stroke={1.6} />}
              onClick={() => setMaking(true)}
            >
              {records.documents.make}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconPrinter size={14} stroke={1.6} />}
            // The menu is gone by then.
            onClick={() => setTimeout(() => window.print(), 200)}
          >
            {records.documents.print}
          </Menu.Item>
          {rights.create && (
            <Menu.Item
              component={Link}
              to={links.duplicate(namespace, code, id)}
              leftSection={<IconCopy size={14} stroke={1.6} />}
            >
              {t.items.page.duplicate}
            </Menu.Item>
          )}
          <MuteItem object={`item:${namespace}/${code}/${id}`} />
          <ShareItem share={share} onShare={() => setSharing(true)} />
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
      {isSharing && <ShareDialog share={share} onClose={() => setSharing(false)} />}
      {isMaking && (
        <Suspense>
          <MakeDocument {...shown} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </>
  )
}
