import { Button, Code, Group, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Confirm } from '../../../components/confirm.tsx'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import type { More } from '../../../components/load-more.tsx'
import { toggled } from '../../../components/selection.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { useSteeringTexts } from '../../../texts/steering.ts'
import classes from '../processes.module.css'
import { Explanation } from './explanation.tsx'
import type { Message } from './messages-page.tsx'
import { SendMessage } from './send-message.tsx'

export function MessageTable({ list }: { list: More & { rows: Message[] } }) {
  const t = useTexts().processes.tabs
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const columns = useColumns(open, (id) => setOpen(toggled(open, id)))
  return (
    <ListTable
      label={t.messages}
      columns={columns}
      rows={list.rows}
      idOf={({ id }) => id}
      details={(message) => open.has(message.id) && <Content of={message} />}
      more={list}
      hasCards
    />
  )
}

function Content({ of: { key, variables } }: { of: Message }) {
  return <Code block>{JSON.stringify({ ...(key && { key }), variables }, null, 2)}</Code>
}

function useColumns(open: ReadonlySet<string>, toggle: (id: string) => void): Column<Message>[] {
  const t = useSteeringTexts().messages
  return [
    {
      key: 'name',
      title: t.name,
      cell: (message) => (
        <MessageName
          message={message}
          isOpen={open.has(message.id)}
          onToggle={() => toggle(message.id)}
        />
      ),
    },
    {
      key: 'state',
      title: t.state,
      isTight: true,
      cell: ({ state }) => <Tag state={state}>{t.states[state]}</Tag>,
    },
    { key: 'why', title: t.why, cell: (message) => <Explanation of={message} /> },
    { key: 'sent', title: t.sent, cell: (message) => <Sent of={message} /> },
    {
      key: 'actions',
      title: t.actions,
      isAction: true,
      cell: (message) => <Actions of={message} />,
    },
  ]
}

type MessageNameProps = { message: Message; isOpen: boolean; onToggle: () => void }

function MessageName({ message, isOpen, onToggle }: MessageNameProps) {
  const t = useSteeringTexts().messages
  const { name, kind, correlation } = message
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <UnstyledButton aria-expanded={isOpen} aria-label={t.content(name)} onClick={onToggle}>
        <Chevron size={14} stroke={1.6} aria-hidden /> <span className={classes.name}>{name}</span>
      </UnstyledButton>
      <div className={classes.quiet}>
        {kind === 'signal'
          ? t.signal
          : correlation === null
            ? t.noCorrelation
            : t.correlation(correlation)}
      </div>
    </div>
  )
}

/** By a process, or by whoever a program belongs to. */
function Sent({ of: { sender, sentBy, sentAt } }: { of: Message }) {
  const t = useTexts().processes
  return (
    <div>
      {sender ? (
        <Link to={links.instance(sender)} className={classes.link}>
          {t.columns.process}
        </Link>
      ) : (
        <PeopleValue value={sentBy} isShort />
      )}
      <div className={classes.quiet}>
        <When at={sentAt} />
      </div>
    </div>
  )
}

function Actions({ of }: { of: Message }) {
  const t = useSteeringTexts().messages
  const [open, setOpen] = useState<'resend' | 'drop'>()
  const close = () => setOpen(undefined)
  const { modal } = useForm('processes', 'discardMessage', {
    params: { id: of.id },
    notice: t.dropDone,
    onClose: close,
  })
  const isDead = of.state === 'dead'
  if (!isDead && of.state !== 'waiting') return null
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      {isDead && (
        <Button variant="default" onClick={() => setOpen('resend')}>
          {t.resend}
        </Button>
      )}
      <Button variant="default" onClick={() => setOpen('drop')}>
        {t.drop}
      </Button>
      {open === 'resend' && <SendMessage of={of} onClose={close} />}
      {open === 'drop' && (
        <Confirm {...modal} title={t.dropTitle(of.name)} text={t.dropHint} action={t.drop} />
      )}
    </Group>
  )
}
