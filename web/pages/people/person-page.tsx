import { Avatar, Button, Group } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { Empty, Shown } from '../../components/states.tsx'
import { Tag } from '../../components/tag.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { Facts } from './facts.tsx'
import { Memberships } from './memberships.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { Password } from './password.tsx'
import classes from './people.module.css'
import { statusOf } from './people.ts'
import { PersonMenu } from './person-menu.tsx'
import { PersonSubstitutions } from './person-substitutions.tsx'
import { Positions } from './positions.tsx'

export function PersonPage() {
  const t = useTexts()
  const { id = '' } = useParams()
  const asked = useApi('users', 'list', { input: { ids: [id], size: 1 } })
  const user = asked.data?.result.result[0]
  return (
    <Shown of={asked}>
      {() =>
        user ? (
          <Profile user={user} />
        ) : (
          <Empty title={t.frame.states.notFound} hint={t.frame.states.notFoundHint} />
        )
      }
    </Shown>
  )
}

export type User = Parameters<typeof statusOf>[0]

function Profile({ user }: { user: User }) {
  const t = useTexts()
  const me = useMe()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [id, name, status] = [user.__id, user.__name ?? '', statusOf(user)]
  const isMine = id === me.id
  return (
    <Page
      title={name}
      above={
        <Link to={links.people} className="link">
          {t.frame.menu.people}
        </Link>
      }
      actions={
        <>
          {isMine && (
            <Button
              variant="default"
              leftSection={<IconKey size={14} stroke={1.6} />}
              onClick={() => setAsking(true)}
            >
              {t.people.changePassword}
            </Button>
          )}
          {me.isAdministrator && !user.__deletedAt && (
            <PersonMenu
              person={{ id, name, status }}
              onRemoved={() => void navigate(links.people)}
            />
          )}
        </>
      }
      below={
        <Group gap="sm">
          <Avatar src={user.photo} name={name} color="initials" size={44} radius="xl" alt="" />
          <div>
            <div>{user.displayedPosition || t.people.noPosition}</div>
            <Group gap={6}>
              <Tag state={user.__deletedAt ? 'deleted' : status}>
                {user.__deletedAt ? t.people.deleted : t.people.statuses[status]}
              </Tag>
              <OpenTasks id={id} />
            </Group>
          </div>
        </Group>
      }
    >
      <div className={classes.columns}>
        <div className={classes.stack}>
          <Facts user={user} />
          <Positions ids={user.osIds ?? []} />
        </div>
        <div className={classes.stack}>
          {(isMine || me.isAdministrator) && (
            <>
              <Memberships id={id} />
              <PersonSubstitutions id={id} />
            </>
          )}
        </div>
      </div>
      {isAsking && <Password person={{ id, name }} onClose={() => setAsking(false)} />}
    </Page>
  )
}
