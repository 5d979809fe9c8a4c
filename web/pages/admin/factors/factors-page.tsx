import { Button, Group, MultiSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { Below, type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Shown } from '../../../components/states.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { links } from '../../../links.ts'
import { useList } from '../../../list.ts'
import { useSignInTexts } from '../../../texts/sign-in.ts'
import classes from '../admin.module.css'

type Row = ReplyOf<'access', 'listFactors'>['people'][number]

/** Who needs a second factor, and who has which. */
export function FactorsPage() {
  const t = useSignInTexts().admin
  const policy = useApi('access', 'getFactorPolicy', {})
  return (
    <Page title={t.title} below={<div className={classes.hint}>{t.hint}</div>}>
      <Shown of={policy}>{({ groups }) => <Policy saved={groups} />}</Shown>
      <People />
    </Page>
  )
}

function Policy({ saved }: { saved: readonly string[] }) {
  const t = useSignInTexts().admin
  const [groups, setGroups] = useState<string[]>([...saved])
  const { data } = useApi('scheme', 'listGroups', {
    input: { active: true, size: -1, sortExpressions: [{ field: '__name', ascending: true }] },
  })
  const save = useChange('access', 'saveFactorPolicy', {
    onDone: () => notifications.show({ message: t.saved }),
  })
  const rows = data?.result.result ?? []
  return (
    <Group align="end" mb="md">
      <MultiSelect
        label={t.groups}
        searchable
        miw={280}
        value={groups}
        onChange={setGroups}
        data={rows.map(({ __id, __name = '' }) => ({ value: __id, label: __name }))}
      />
      <Button loading={save.isPending} onClick={() => save.mutate({ input: { groups } })}>
        {t.save}
      </Button>
    </Group>
  )
}

const PAGE = 50

function People() {
  const t = useSignInTexts().admin
  const [person, setPerson] = useState<Row>()
  const asked = useList(
    'access',
    'listFactors',
    { input: { size: PAGE } },
    {
      rows: ({ people }) => people,
    },
  )
  const columns: Column<Row>[] = [
    {
      key: 'person',
      title: t.person,
      cell: ({ id, name, login }) => (
        <>
          <Link to={links.person(id)} className="link">
            {name}
          </Link>
          <Below>{login}</Below>
        </>
      ),
    },
    { key: 'app', title: t.app, isTight: true, cell: ({ hasApp }) => (hasApp ? t.yes : t.no) },
    { key: 'passkeys', title: t.passkeys, isTight: true, cell: ({ passkeys }) => passkeys },
    { key: 'codes', title: t.codes, isTight: true, cell: ({ recoveryCodes }) => recoveryCodes },
    {
      key: 'reset',
      title: t.reset,
      isAction: true,
      cell: (row) =>
        (row.hasApp || row.passkeys > 0) && (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={t.resetOf(row.name)}
            onClick={() => setPerson(row)}
          >
            {t.reset}
          </Button>
        ),
    },
  ]
  return (
    <>
      <Shown of={asked}>
        {() => (
          <ListTable
            label={t.title}
            columns={columns}
            rows={asked.rows}
            idOf={({ id }) => id}
            more={asked}
            hasCards
          />
        )}
      </Shown>
      {person && <Reset person={person} onClose={() => setPerson(undefined)} />}
    </>
  )
}

function Reset({ person, onClose }: { person: Row; onClose: () => void }) {
  const t = useSignInTexts().admin
  const { modal } = useForm('access', 'resetFactors', { params: { id: person.id }, onClose })
  return <Confirm {...modal} title={t.resetOf(person.name)} text={t.resetHint} action={t.reset} />
}
