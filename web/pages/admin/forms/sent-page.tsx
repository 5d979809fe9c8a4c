import { Anchor } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import { Link, useParams } from 'react-router'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { ConfirmButton } from '../../../components/confirm-button.tsx'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useList } from '../../../list.ts'
import { useTexts } from '../texts.ts'

type Submission = ReplyOf<'forms', 'listSubmissions'>['submissions'][number]

const PAGE = 50

/** What was sent with one form, and the links of the senders. */
export function SentPage() {
  const { parts, forms: t } = useTexts().admin
  const { namespace = '', app = '', code = '' } = useParams()
  const params = { namespace, app, code }
  const { data } = useApi('forms', 'list', {})
  const isThis = (form: Record<keyof typeof params, string>) =>
    form.namespace === namespace && form.app === app && form.code === code
  const title = t.sentWith(data?.forms.find(isThis)?.name ?? code)
  const asked = useList(
    'forms',
    'listSubmissions',
    { params, input: { size: PAGE } },
    { rows: ({ submissions }) => submissions },
  )
  const columns: Column<Submission>[] = [
    {
      key: 'item',
      title: t.item,
      cell: ({ at, item }) => (
        <Anchor component={Link} to={links.item(namespace, app, item)}>
          <When at={at} />
        </Anchor>
      ),
    },
    {
      key: 'link',
      title: t.linkUntil,
      isTight: true,
      cell: ({ linkUntil }) => (linkUntil ? <When at={linkUntil} /> : t.noLink),
    },
    {
      key: 'revoke',
      title: t.revoke,
      isAction: true,
      cell: ({ id, linkUntil }) => linkUntil && <Revoke id={id} />,
    },
  ]
  return (
    <Page
      title={title}
      above={
        <Anchor component={Link} to={links.adminPart('forms')} size="sm">
          {parts.forms}
        </Anchor>
      }
    >
      <Shown of={asked}>
        {() => (
          <ListTable
            label={title}
            columns={columns}
            rows={asked.rows}
            idOf={({ id }) => id}
            empty={<Empty icon={IconInbox} title={t.nothing} />}
            more={asked}
          />
        )}
      </Shown>
    </Page>
  )
}

function Revoke({ id }: { id: string }) {
  const { forms: t } = useTexts().admin
  const { modal } = useForm('forms', 'revokeLink', { params: { id } })
  return <ConfirmButton {...modal} title={t.revokeLink} text={t.revokeHint} action={t.revoke} />
}
