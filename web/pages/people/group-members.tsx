import { ActionIcon, Button } from '@mantine/core'
import {
  type Icon,
  IconBriefcase,
  IconBuilding,
  IconPlus,
  IconUser,
  IconUsersGroup,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApi, useChange } from '../../api.ts'
import { useNames } from '../../fields/names.ts'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { AddMembers } from './add-members.tsx'
import type { Group } from './groups.ts'
import classes from './people.module.css'
import { Section } from './section.tsx'

type Kind = 'user' | 'group' | 'position' | 'department'
type Member = { id: string; kind: Kind; name: string; link?: string }

const ICONS: Record<Kind, Icon> = {
  user: IconUser,
  group: IconUsersGroup,
  position: IconBriefcase,
  department: IconBuilding,
}

type GroupMembersProps = { group: Group; canChange: boolean }

/** What was put into a group itself: people, positions, departments, other groups. */
export function GroupMembers({ group, canChange }: GroupMembersProps) {
  const t = useTexts().people.groups
  const [isAdding, setAdding] = useState(false)
  const members = useMembers(group)
  const remove = useChange('scheme', 'removeGroupItems', { changes: ['group', 'user'] })
  return (
    <Section
      title={t.direct}
      action={
        canChange && (
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => setAdding(true)}
          >
            {t.add}
          </Button>
        )
      }
    >
      {members.length === 0 && <span className={classes.quiet}>{t.empty}</span>}
      {members.length > 0 && (
        <ul className={classes.rows} aria-label={t.direct}>
          {members.map((member) => (
            <li key={member.id} className={classes.row}>
              <MemberName member={member} />
              {canChange && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t.remove(member.name)}
                  onClick={() => remove.mutate({ params: { id: group.__id }, input: [member.id] })}
                >
                  <IconX size={15} stroke={1.6} />
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && <AddMembers group={group} onClose={() => setAdding(false)} />}
    </Section>
  )
}

function MemberName({ member: { kind, name, link } }: { member: Member }) {
  const t = useTexts().people
  const Shape = ICONS[kind]
  return (
    <>
      <Shape size={16} stroke={1.6} color="var(--quiet)" aria-hidden />
      <div className={classes.grow}>
        {link ? (
          <Link to={link} className="link">
            {name}
          </Link>
        ) : (
          name
        )}
      </div>
      <span className={classes.quiet}>{t.kinds[kind]}</span>
    </>
  )
}

/** The ids of a group say nothing of their kinds: what is neither a group nor a unit is a user. */
function useMembers({ __id, subOrgunitIds }: Group): Member[] {
  const params = { id: __id }
  const groups = useApi('scheme', 'listSubGroups', { params })
  const units = useApi('scheme', 'listGroupPositions', { params })
  const known = new Map<string, Member>([
    ...(groups.data?.result.result ?? []).map((group): [string, Member] => [
      group.__id,
      { id: group.__id, kind: 'group', name: group.__name, link: links.group(group.__id) },
    ]),
    ...(units.data?.result.result ?? []).map((unit): [string, Member] => [
      unit.__id,
      {
        id: unit.__id,
        kind: unit.type === 'POSITION' ? 'position' : 'department',
        name: unit.__name,
        link: links.orgChart,
      },
    ]),
  ])
  const isWhole = groups.data !== undefined && units.data !== undefined
  const users = isWhole ? subOrgunitIds.filter((id) => !known.has(id)) : []
  const names = useNames('users', users)
  for (const id of users) {
    known.set(id, { id, kind: 'user', name: names.get(id) ?? '', link: links.person(id) })
  }
  return isWhole ? subOrgunitIds.flatMap((id) => known.get(id) ?? []) : []
}
