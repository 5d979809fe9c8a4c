import { Anchor } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Below, type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { Tag } from '../../../components/tag.tsx'
import { links } from '../../../links.ts'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'

type Form = ReplyOf<'forms', 'list'>['forms'][number]

/** The pages at which people without an account send something. */
export function FormsPage() {
  const { parts, forms: t } = useTexts().admin
  const asked = useApi('forms', 'list', {})
  const columns = useColumns()
  return (
    <Page title={parts.forms} below={<div className={classes.hint}>{t.hint}</div>}>
      <Shown of={asked}>
        {({ forms }) => (
          <ListTable
            label={parts.forms}
            columns={columns}
            rows={forms}
            idOf={({ id }) => id}
            empty={<Empty icon={IconForms} title={t.none} hint={t.noneHint} />}
            hasCards
          />
        )}
      </Shown>
    </Page>
  )
}

function useColumns(): Column<Form>[] {
  const { forms: t } = useTexts().admin
  return [
    {
      key: 'name',
      title: t.name,
      cell: (form) => (
        <>
          <Anchor component={Link} to={links.sentForms(form)}>
            {form.name}
          </Anchor>
          <Below>{`${form.namespace}/${form.app}`}</Below>
        </>
      ),
    },
    {
      key: 'state',
      title: t.state,
      cell: ({ state }) => (
        <Tag state={state === 'on' ? 'active' : 'paused'}>{t.states[state]}</Tag>
      ),
    },
    {
      key: 'page',
      title: t.page,
      cell: (form) => {
        const address = links.publicForm(form)
        return form.state === 'on' ? (
          <Anchor href={address} target="_blank">
            {address}
          </Anchor>
        ) : (
          address
        )
      },
    },
    { key: 'as', title: t.as, cell: ({ as }) => as },
    { key: 'today', title: t.today, isTight: true, cell: ({ today }) => today },
  ]
}
