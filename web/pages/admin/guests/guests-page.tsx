import { Button } from '@mantine/core'
import { IconPlus, IconUserShare } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReplyOf } from '../../../client.ts'
import { ConfirmButton } from '../../../components/confirm-button.tsx'
import { Below, type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { When } from '../../../components/when.tsx'
import { useList } from '../../../list.ts'
import classes from '../admin.module.css'
import { ObjectName } from '../object-name.tsx'
import { useTexts } from '../texts.ts'
import { InviteGuest } from './invite-guest.tsx'

type Guest = ReplyOf<'guests', 'list'>['guests'][number]

const PAGE = 50

/** People outside the company, and what they see. */
export function GuestsPage() {
  const { parts, guests: t } = useTexts().admin
  const [isInviting, setInviting] = useState(false)
  const asked = useList(
    'guests',
    'list',
    { input: { size: PAGE } },
    { rows: ({ guests }) => guests },
  )
  return (
    <Page
      title={parts.guests}
      actions={
        <Button leftSection={<IconPlus size={14} />} onClick={() => setInviting(true)}>
          {t.invite}
        </Button>
      }
      below={<div className={classes.hint}>{t.hint}</div>}
    >
      <Shown of={asked}>
        {() => (
          <ListTable
            label={parts.guests}
            columns={columnsOf(t)}
            rows={asked.rows}
            idOf={({ id }) => id}
            empty={<Empty icon={IconUserShare} title={t.none} hint={t.noneHint} />}
            more={asked}
            hasCards
          />
        )}
      </Shown>
      {isInviting && <InviteGuest onClose={() => setInviting(false)} />}
    </Page>
  )
}

const columnsOf = (t: ReturnType<typeof useTexts>['admin']['guests']): Column<Guest>[] => [
  {
    key: 'name',
    title: t.name,
    cell: ({ name, email }) => (
      <>
        {name}
        <Below>{email}</Below>
      </>
    ),
  },
  {
    key: 'state',
    title: t.state,
    cell: ({ state }) => <Tag state={state === 'ended' ? 'over' : state}>{t.states[state]}</Tag>,
  },
  {
    key: 'shares',
    title: t.shares,
    cell: ({ shares }) =>
      shares.length === 0
        ? t.nothing
        : shares.map(({ id, kind, object }) => (
            <div key={id}>
              <ObjectName object={`${kind}:${object}`} />
            </div>
          )),
  },
  { key: 'invitedBy', title: t.invitedBy, cell: ({ invitedBy }) => invitedBy },
  {
    key: 'lastSeen',
    title: t.lastSeen,
    isTight: true,
    cell: ({ lastSeenAt }) => (lastSeenAt ? <When at={lastSeenAt} /> : t.never),
  },
  {
    key: 'end',
    title: t.end,
    isAction: true,
    cell: ({ id, state }) =>
      state !== 'ended' && (
        <>
          <MakeMember id={id} />
          <End id={id} />
        </>
      ),
  },
]

function MakeMember({ id }: { id: string }) {
  const { guests: t } = useTexts().admin
  const { modal } = useForm('guests', 'makeMember', { params: { id } })
  return (
    <ConfirmButton
      {...modal}
      title={t.makeMemberTitle}
      text={t.makeMemberHint}
      action={t.makeMember}
      button={{ color: 'blue' }}
    />
  )
}

function End({ id }: { id: string }) {
  const { guests: t } = useTexts().admin
  const { modal } = useForm('guests', 'end', { params: { id } })
  return <ConfirmButton {...modal} title={t.endTitle} text={t.endHint} action={t.end} />
}
