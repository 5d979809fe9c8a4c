import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Shown } from '../../../components/states.tsx'
import { FieldValue } from '../../../fields/registry.tsx'
import { links } from '../../../links.ts'
import { useList } from '../../../list.ts'
import { useTexts } from '../../../texts/index.ts'
import {
  type App,
  defaultColumns,
  type Item,
  isRight,
  useListFields,
  wantedFields,
} from '../table/fields.ts'
import { useApp } from './app.ts'
import type { Related } from './related-section.tsx'

const SIZE = 10
const FEW_COLUMNS = 5
const NEWEST = [
  { field: '__createdAt', ascending: false },
  { field: '__id', ascending: false },
]

type RelatedItemsProps = { list: Related; name: string }

/** The items of one app that link here by one of its fields. */
export function RelatedItems({ list, name }: RelatedItemsProps) {
  const app = useApp(list)
  return (
    <Shown of={app}>
      {({ application }) => <Items app={application} list={list} name={name} />}
    </Shown>
  )
}

function Items({ app, list, name }: RelatedItemsProps & { app: App }) {
  const t = useTexts()
  const { namespace, code } = list
  const fields = useListFields(app)
  // The link itself says nothing here: it always leads to this page.
  const shown = defaultColumns(app, fields)
    .filter((each) => each !== list.field)
    .slice(0, FEW_COLUMNS)
    .flatMap((each) => fields.find((field) => field.code === each) ?? [])
  const input = {
    active: true,
    filter: list.filter,
    sortExpressions: NEWEST,
    fields: wantedFields(shown),
    size: SIZE,
    total: false,
  }
  const found = useList(
    'apps',
    'listItems',
    { params: { namespace, code }, input },
    { rows: ({ result }) => result.result as Item[], keep: true },
  )
  const columns = shown.map((field): Column<Item> => {
    const isName = field.code === '__name'
    return {
      key: field.code,
      title: field.view.name,
      isNumber: isRight(field),
      isWide: !isName && field.code !== '__status',
      cell: (item) =>
        isName ? (
          <Anchor component={Link} to={links.item(namespace, code, item.__id)} inherit>
            {String(item.__name ?? '') || t.apps.unnamed}
          </Anchor>
        ) : (
          <FieldValue field={field} value={item[field.code]} isShort />
        ),
    }
  })
  return (
    <Shown of={found}>
      {() => (
        <ListTable
          label={name}
          columns={columns}
          rows={found.rows}
          idOf={({ __id }) => __id}
          more={found}
        />
      )}
    </Shown>
  )
}
