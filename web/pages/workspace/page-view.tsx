import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDots,
  IconEye,
  IconHome,
  IconHomeOff,
  IconLayoutDashboard,
  IconPencilCog,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { NamedIcon } from '../../frame/named-icon.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { Grid } from './grid.tsx'
import { useHome } from './home.ts'
import { SeeAsDialog, SeenAs, useSeeAs } from './see-as.tsx'
import { useDesign } from './use-design.ts'

/** A page of a workspace: its widgets, as far as the reader may look at them. */
export function PageView() {
  const t = useTexts().pages
  const { namespace = '', code = '' } = useParams()
  const asked = useApi('workplace', 'page', { params: { namespace, code } }, { fresh: 60_000 })
  const { data: menu } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const workspace = menu?.workspaces.find((each) => each.code === namespace)
  const { preview, show } = useSeeAs()
  return (
    <>
      {preview && <SeenAs name={preview.user.name} onStop={() => show(undefined)} />}
      <Shown of={asked}>
        {({ page }) => (
          <Page
            title={page.name}
            icon={page.icon && <NamedIcon name={page.icon} size={22} />}
            above={workspace?.name}
            actions={
              <PageMenu page={page} canDesign={workspace?.canManage ?? false} onSeeAs={show} />
            }
          >
            {page.widgets.length === 0 ? (
              <Empty icon={IconLayoutDashboard} title={t.empty} />
            ) : (
              <Grid key={`${namespace}/${code}`} widgets={page.widgets} />
            )}
          </Page>
        )}
      </Shown>
    </>
  )
}

type PageMenuProps = {
  page: { namespace: string; code: string; solution: string }
  canDesign: boolean
  onSeeAs: ReturnType<typeof useSeeAs>['show']
}

function PageMenu({ page: { namespace, code, solution }, canDesign, onSeeAs }: PageMenuProps) {
  const t = useTexts().pages
  const me = useMe()
  const [isAsking, setAsking] = useState(false)
  const { home, setHome } = useHome()
  const path = `${namespace}/${code}`
  const isHome = home === path
  const design = useDesign(solution, `workspaces/${namespace}/pages/${code}.yaml`)
  return (
    <>
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
          {canDesign && (
            <Menu.Item leftSection={<IconPencilCog size={14} />} onClick={() => void design()}>
              {t.design}
            </Menu.Item>
          )}
          {me.isAdministrator && (
            <Menu.Item leftSection={<IconEye size={14} />} onClick={() => setAsking(true)}>
              {t.seeAs.title}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isAsking && <SeeAsDialog onStart={onSeeAs} onClose={() => setAsking(false)} />}
    </>
  )
}
