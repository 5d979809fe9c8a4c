import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDots,
  IconKey,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../api.ts'
import { Confirm } from '../../components/confirm.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { AccountItems } from './account-items.tsx'
import { EditPerson } from './edit-person.tsx'
import { Password } from './password.tsx'
import type { PersonRow } from './people.ts'

type Asking = 'edit' | 'password' | 'block' | 'remove'
type Who = Pick<PersonRow, 'id' | 'name' | 'status'>
type PersonMenuProps = { person: Who; onRemoved?: () => void }

const icon = { size: 15, stroke: 1.6 }

/** What administrators do with a person. */
export function PersonMenu({ person, onRemoved }: PersonMenuProps) {
  const t = useTexts()
  const me = useMe()
  const [asking, setAsking] = useState<Asking>()
  const unblock = useChange('users', 'unblock')
  const close = () => setAsking(undefined)
  const isBlocked = person.status === 'blocked'
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.people.actionsOf(person.name)}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setAsking('edit')}>
            {t.frame.actions.edit}
          </Menu.Item>
          <Menu.Item leftSection={<IconKey {...icon} />} onClick={() => setAsking('password')}>
            {t.people.setPassword}
          </Menu.Item>
          <AccountItems person={person} />
          {isBlocked && (
            <Menu.Item
              leftSection={<IconLockOpen {...icon} />}
              onClick={() => unblock.mutate({ params: { id: person.id } })}
            >
              {t.people.unblock}
            </Menu.Item>
          )}
          {!isBlocked && person.id !== me.id && (
            <Menu.Item leftSection={<IconLock {...icon} />} onClick={() => setAsking('block')}>
              {t.people.block}
            </Menu.Item>
          )}
          {person.id !== me.id && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash {...icon} />}
              onClick={() => setAsking('remove')}
            >
              {t.frame.actions.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asking === 'edit' && <EditPerson id={person.id} onClose={close} />}
      {asking === 'password' && <Password person={person} onClose={close} />}
      {asking === 'block' && <Block person={person} onClose={close} />}
      {asking === 'remove' && (
        <Remove person={person} onClose={close} {...(onRemoved && { onRemoved })} />
      )}
    </>
  )
}

type AskProps = { person: Who; onClose: () => void }

function Block({ person: { id, name }, onClose }: AskProps) {
  const t = useTexts().people
  const { modal } = useForm('users', 'block', { params: { id }, changes: ['user'], onClose })
  return <Confirm {...modal} title={t.blockTitle(name)} text={t.blockHint} action={t.block} />
}

function Remove({ person, onClose, onRemoved }: AskProps & { onRemoved?: () => void }) {
  const t = useTexts()
  const { modal } = useForm('users', 'remove', {
    params: { id: person.id },
    takesAway: true,
    changes: ['user', 'substitution'],
    onClose,
    onDone: () => {
      onClose()
      onRemoved?.()
    },
  })
  return (
    <Confirm
      {...modal}
      title={t.people.removeTitle(person.name)}
      text={t.people.removeHint}
      action={t.frame.actions.delete}
    />
  )
}
