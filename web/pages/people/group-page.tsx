import { ActionIcon, Group as Line, Menu, Text } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { Confirm } from '../../components/confirm.tsx'
import { Page } from '../../components/page.tsx'
import { Shown } from '../../components/states.tsx'
import { hueOf, Tag } from '../../components/tag.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { GroupForm } from './group-form.tsx'
import { GroupMembers } from './group-members.tsx'
import { GroupPeople, ParentGroups } from './group-people.tsx'
import { type Group, useWorkspaces } from './groups.ts'
import classes from './people.module.css'

export function GroupPage() {
  const { id = '' } = useParams()
  const asked = useApi('scheme', 'getGroup', { params: { id } })
  return <Shown of={asked}>{({ group }) => <Whole group={group} />}</Shown>
}

function Whole({ group }: { group: Group }) {
  const t = useTexts().people.groups
  const me = useMe()
  const { nameOf } = useWorkspaces()
  return (
    <Page
      title={group.__name}
      above={
        <Link to={links.groups} className="link">
          {useTexts().people.tabs.groups}
        </Link>
      }
      actions={me.isAdministrator && !group.__deletedAt && <Actions group={group} />}
      below={
        <>
          {group.description && <Text size="sm">{group.description}</Text>}
          <Line gap={6}>
            <Tag hue={hueOf(group.isRole ? 2 : 1)}>{group.isRole ? t.role : t.group}</Tag>
            <Tag hue={hueOf(0)}>{nameOf(group.namespace)}</Tag>
            {group.isDefault && <Tag hue={hueOf(3)}>{t.isDefault}</Tag>}
          </Line>
        </>
      }
    >
      <div className={classes.columns}>
        <div className={classes.stack}>
          <GroupMembers group={group} canChange={me.isAdministrator} />
          <ParentGroups id={group.__id} />
        </div>
        <GroupPeople id={group.__id} direct={group.subOrgunitIds} />
      </div>
    </Page>
  )
}

function Actions({ group }: { group: Group }) {
  const t = useTexts()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<'edit' | 'delete'>()
  const close = () => setAsking(undefined)
  const { modal } = useForm('scheme', 'deleteGroup', {
    params: { id: group.__id },
    takesAway: true,
    onClose: close,
    onDone: () => void navigate(links.groups),
  })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.frame.actions.more}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => setAsking('edit')}>
            {t.frame.actions.edit}
          </Menu.Item>
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} />}
            onClick={() => setAsking('delete')}
          >
            {t.frame.actions.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking === 'edit' && <GroupForm group={group} onClose={close} />}
      {asking === 'delete' && (
        <Confirm
          {...modal}
          title={t.people.groups.removeTitle(group.__name)}
          text={t.people.groups.removeHint}
          action={t.frame.actions.delete}
        />
      )}
    </>
  )
}
