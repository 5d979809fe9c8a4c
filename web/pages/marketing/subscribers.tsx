import { Link } from 'react-router'
import type { ReplyOf } from '../../client.ts'
import type { Column } from '../../components/list-table.tsx'
import { Tag } from '../../components/tag.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { SubscriberMenu } from './subscriber-menu.tsx'

export const PAGE = 50
export const BY_NAME = [{ field: '__name', ascending: true }]

type Listed = ReplyOf<'marketing', 'listSubscribers'>['result']['result'][number]
export type Subscriber = Required<Listed>

/** A search by what people know of a subscriber. */
export const toFilter = (text: string) =>
  text ? { or: [{ tf: { __name: text } }, { tf: { email: text } }] } : {}

export function useSubscriberColumns(): Column<Subscriber>[] {
  const t = useTexts().marketing
  const { more } = useTexts().frame.actions
  return [
    {
      key: 'name',
      title: t.fields.person,
      cell: ({ __name, source }) => (
        <Link to={links.item(source.namespace, source.code, source.id)} className="link">
          {__name || t.untitled}
        </Link>
      ),
    },
    { key: 'email', title: t.fields.email, isWide: true, cell: ({ email }) => email },
    {
      key: 'subscribed',
      title: t.fields.state,
      cell: ({ subscribed }) => (
        <Tag state={subscribed ? 'subscribed' : 'left'} isBare>
          {subscribed ? t.subscribed : t.unsubscribed}
        </Tag>
      ),
    },
    {
      key: 'menu',
      title: more,
      isAction: true,
      cell: (subscriber) => <SubscriberMenu subscriber={subscriber} />,
    },
  ]
}
