import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconHome, IconHomeOff, IconLayoutDashboard } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import { Grid } from './grid.tsx'
import { useHome } from './home.ts'

/** A page of a workspace: its widgets, as far as the reader may look at them. */
export function PageView() {
  const t = useTexts().pages
  const { namespace = '', code = '' } = useParams()
  const asked = useApi('workplace', 'page', { params: { namespace, code } }, { fresh: 60_000 })
  const { data: menu } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const workspace = menu?.workspaces.find((each) => each.code === namespace)
  return (
    <Shown of={asked}>
      {({ page }) => (
        <Page
          title={page.name}
          above={workspace?.name}
          actions={<PageMenu path={`${namespace}/${code}`} />}
        >
          {page.widgets.length === 0 ? (
            <Empty icon={IconLayoutDashboard} title={t.empty} />
          ) : (
            <Grid key={`${namespace}/${code}`} widgets={page.widgets} />
          )}
        </Page>
      )}
    </Shown>
  )
}

function PageMenu({ path }: { path: string }) {
  const t = useTexts().pages
  const { home, setHome } = useHome()
  const isHome = home === path
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={t.menu}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={isHome ? <IconHomeOff size={14} /> : <IconHome size={14} />}
          onClick={() => setHome(isHome ? null : path)}
        >
          {isHome ? t.notHome : t.makeHome}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
