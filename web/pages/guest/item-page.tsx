import { Alert, Button, Group, Text, Title } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { LongTextField } from '../../components/controls.tsx'
import { ListTable } from '../../components/list-table.tsx'
import { Page } from '../../components/page.tsx'
import { Shown } from '../../components/states.tsx'
import { When } from '../../components/when.tsx'
import classes from './guest.module.css'
import { Files } from './rows.tsx'
import { useGuestTexts } from './texts.ts'

type Shared = ReplyOf<'guests', 'item'>
type Address = { namespace: string; code: string; id: string }

/** One item as a guest sees it: what it says, its files, and what was written about it. */
export function ItemPage() {
  const t = useGuestTexts()
  const { namespace = '', code = '', id = '' } = useParams()
  const params = { namespace, code, id }
  // No events come to guests, so it is looked for what others wrote.
  const asked = useApi('guests', 'item', { params }, { every: 30_000 })
  const { app, item } = asked.data ?? {}
  return (
    <Page title={item?.name || t.title} above={<Text size="sm">{app}</Text>}>
      <Shown of={asked}>
        {(shared) => (
          <>
            <Text size="sm" c="var(--quiet)" mb="md">
              {shared.item.status && `${shared.item.status} · `}
              {t.changed} <When at={shared.item.changedAt} />
            </Text>
            <dl className={classes.fields}>
              {shared.fields.map(
                ({ code: field, name, value, table }) =>
                  !table && <Field key={field} name={name} value={value} />,
              )}
            </dl>
            {shared.fields.map(
              ({ code: field, name, table }) =>
                table && <Rows key={field} name={name} table={table} />,
            )}
            {shared.files.length > 0 && (
              <>
                <Title order={2} size="h4">
                  {t.files}
                </Title>
                <Files files={shared.files} />
              </>
            )}
            <Conversation messages={shared.messages} />
            <Say address={params} />
          </>
        )}
      </Shown>
    </Page>
  )
}

type Value = Shared['fields'][number]['value']

const Field = ({ name, value }: { name: string; value: Value }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <Said value={value} />
    </dd>
  </>
)

function Said({ value }: { value: Value }) {
  const t = useGuestTexts()
  return typeof value === 'boolean' ? (value ? t.yes : t.no) : value
}

type RowsProps = { name: string; table: NonNullable<Shared['fields'][number]['table']> }

const Rows = ({ name, table: { columns, rows } }: RowsProps) => (
  <section>
    <Title order={2} size="h4">
      {name}
    </Title>
    <ListTable
      label={name}
      columns={columns.map((title, at) => ({
        key: String(at),
        title,
        cell: (row: Value[]) => <Said value={row[at] ?? ''} />,
      }))}
      rows={rows}
      idOf={(_, at) => String(at)}
    />
  </section>
)

function Conversation({ messages }: Pick<Shared, 'messages'>) {
  const t = useGuestTexts()
  return (
    <section aria-label={t.conversation}>
      <Title order={2} size="h4">
        {t.conversation}
      </Title>
      {messages.length === 0 && (
        <Text size="sm" c="var(--quiet)">
          {t.noMessages}
        </Text>
      )}
      {messages.map(({ id, author, isMine, text, at, files }) => (
        <article key={id} className={classes.message}>
          <Group gap="xs">
            <Text fw={600} size="sm">
              {isMine ? t.you : author}
            </Text>
            <Text size="xs" c="var(--quiet)">
              <When at={at} />
            </Text>
          </Group>
          <div className={classes.text}>{text}</div>
          {files.length > 0 && <Files files={files} />}
        </article>
      ))}
    </section>
  )
}

function Say({ address }: { address: Address }) {
  const t = useGuestTexts()
  const [text, setText] = useState('')
  const say = useChange('guests', 'say', {
    onDone: () => setText(''),
    onFail: () => undefined,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    say.mutate({ params: address, input: { text } })
  }
  return (
    <form onSubmit={submit}>
      {say.error && (
        <Alert color="red" variant="light" role="alert">
          {say.error.message}
        </Alert>
      )}
      <LongTextField label={t.write} value={text} onChange={setText} maxLength={10_000} />
      <Button type="submit" mt="sm" loading={say.isPending} disabled={text.trim() === ''}>
        {t.send}
      </Button>
    </form>
  )
}
