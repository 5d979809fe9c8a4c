import { ActionIcon, Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  IconDots,
  IconDownload,
  IconFileSpreadsheet,
  IconPlus,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { MuteItem } from '../../../components/mute.tsx'
import { download } from '../../../download.ts'
import type { Field } from '../../../fields/field.ts'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import type { App } from './fields.ts'
import { askedBy } from './item-list.tsx'
import type { Rights } from './use-navigation-app.ts'
import type { View } from './view.ts'

type ActionsProps = { app: App; columns: Field[]; view: View; rights: Rights | undefined }

/** What can be done with the whole list. */
export function ListActions({ app, columns, view, rights }: ActionsProps) {
  const t = useTexts()
  const { namespace, code } = app
  const save = async (format: 'csv' | 'xlsx') => {
    const { params, input } = askedBy(app, view, columns)
    const { filter, statusCode, sortExpressions } = input ?? {}
    const fields = Object.fromEntries(columns.map((field) => [field.code, true]))
    const request = { params, input: { filter, statusCode, sortExpressions, fields, format } }
    const working = notifications.show({
      message: t.apps.exporting,
      loading: true,
      autoClose: false,
    })
    await download('apps', 'exportItems', { request, as: `${app.name}.${format}` })
      .catch((error) => notifications.show({ color: 'red', message: String(error.message) }))
      .finally(() => notifications.hide(working))
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t.frame.actions.more}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {rights?.import && (
            <Menu.Item
              component={Link}
              to={links.importItems(namespace, code)}
              leftSection={<IconUpload size={14} />}
            >
              {t.apps.actions.import}
            </Menu.Item>
          )}
          {rights?.export && (
            <>
              <Menu.Item leftSection={<IconDownload size={14} />} onClick={() => void save('csv')}>
                {t.apps.actions.csv}
              </Menu.Item>
              <Menu.Item
                leftSection={<IconFileSpreadsheet size={14} />}
                onClick={() => void save('xlsx')}
              >
                {t.apps.actions.xlsx}
              </Menu.Item>
            </>
          )}
          <MuteItem object={`app:${namespace}/${code}`} />
          <Menu.Item
            component={Link}
            to={links.deletedItems(namespace, code)}
            leftSection={<IconTrash size={14} />}
          >
            {t.apps.actions.deleted}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {rights?.create && (
        <Button
          component={Link}
          to={links.newItem(namespace, code)}
          leftSection={<IconPlus size={16} stroke={1.6} />}
        >
          {t.frame.actions.create}
        </Button>
      )}
    </>
  )
}
